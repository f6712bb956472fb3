import { awaitResponse, receiveBlob, StallError } from '../async/receive.ts'
import { type Limits, maxFileBytes } from '../plan/limits.ts'
import { DarkroomError } from '../shared/errors.ts'
import { namedFile } from './named-file.ts'
import type { SourceProxy } from './proxy.ts'

export interface DownloadContext {
  fetch: typeof fetch
  /** For images of other origins without CORS headers. */
  proxy?: SourceProxy | undefined
  /** Default: those of Darkroom. */
  limits?: Pick<Limits, 'decodedPixels'>
}

interface Download {
  url: string
  path: string
  signal: AbortSignal
  context: DownloadContext
}

/**
 * Downloads an image. A server that sends nothing for long is given up.
 * @throws DarkroomError SOURCE_UNREACHABLE, SOURCE_CORS or TOO_LARGE.
 */
export async function download(source: Download): Promise<Blob> {
  const { url, path, signal, context } = source
  const limit = maxFileBytes(context.limits)
  const response = await respond(source)
  const blob = await receiveBlob(response, limit, signal).catch((cause) => {
    signal.throwIfAborted()
    throw unreachable(source, 'the connection broke', cause)
  })
  if (blob) return namedFile(blob, url)
  const expected = `a file of at most ${Math.round(limit / 1e6)} MB for ${path}`
  throw new DarkroomError('TOO_LARGE', `Expected ${expected} but ${url} sent more`, { path })
}

async function respond(source: Download): Promise<Response> {
  const { url, signal } = source
  const response = await send(source, url).catch((cause) => {
    if (signal.aborted) throw cause
    if (cause instanceof StallError) throw unreachable(source, 'nothing answered', cause)
    return downloadWithoutCors(source, cause)
  })
  if (response.ok) return response
  void response.body?.cancel().catch(() => undefined)
  throw unreachable(source, `it answered ${response.status}`)
}

const send = ({ signal, context }: Download, url: string, init?: RequestInit) =>
  awaitResponse(url, signal, (linked) => context.fetch(url, { ...init, signal: linked }))

/**
 * The proxy's response, where the page has a proxy. A page sees the same TypeError where no server answers and
 * where its answer has no CORS headers; a no-cors request tells them apart. A cross-origin isolated page is not
 * told either way unless the server sends `Cross-Origin-Resource-Policy`.
 */
async function downloadWithoutCors(source: Download, cause: unknown): Promise<Response> {
  const { url, path, signal, context } = source
  const answers = await doesAnswer(source)
  signal.throwIfAborted()
  const proxyUrl = context.proxy?.(url)
  if (proxyUrl && (answers || globalThis.crossOriginIsolated)) {
    return downloadByProxy(source, proxyUrl)
  }
  if (!answers) throw unreachable(source, 'nothing answered', cause)
  throw new DarkroomError(
    'SOURCE_CORS',
    `Expected a ${path} that allows this page to read it, but ${url} sends no CORS headers`,
    { path, cause },
  )
}

/** Whether a server answers a request that needs no CORS. What it sends is not read. */
async function doesAnswer({ url, signal, context }: Download): Promise<boolean> {
  const probe = async (linked: AbortSignal) => {
    const answered = new AbortController()
    const either = AbortSignal.any([linked, answered.signal])
    const response = await context.fetch(url, { mode: 'no-cors', signal: either })
    answered.abort()
    return response
  }
  return awaitResponse(url, signal, probe).then(
    () => true,
    () => false,
  )
}

async function downloadByProxy(source: Download, proxyUrl: string): Promise<Response> {
  const init: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer' }
  const response = await send(source, proxyUrl, init).catch((cause) => {
    const why = 'neither it nor the proxy answered'
    throw source.signal.aborted ? cause : unreachable(source, why, cause)
  })
  if (response.ok) return response
  void response.body?.cancel().catch(() => undefined)
  throw unreachable(source, `the proxy answered ${response.status}`)
}

function unreachable({ url, path }: Download, why: string, cause?: unknown) {
  const reason = cause instanceof StallError ? cause.message : why
  const message = `The ${path} could not be fetched: ${url} (${reason})`
  return new DarkroomError('SOURCE_UNREACHABLE', message, { path, cause })
}
