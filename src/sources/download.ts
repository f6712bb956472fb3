import { AwakeTimer } from '../async/awake-timer.ts'
import { withLinkedController } from '../async/linked-controller.ts'
import { readBlob } from '../async/read-body.ts'
import { DarkroomError } from '../contract/errors.ts'
import { defaultLimits, type Limits } from '../contract/plan/limits.ts'
import { namedFile } from './named-file.ts'
import type { SourceProxy } from './proxy.ts'

/** A server that sends less than this in the time below is given up: a job that waits for it keeps others waiting. */
const LEAST_BYTES = 65_536
const PATIENCE_MS = 60_000
/** The largest files of an image have 16 bits a channel, uncompressed; beside it are metadata. */
const BYTES_PER_PIXEL = 8
const METADATA_BYTES = 64e6

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
 * Downloads an image. The file may have as many bytes as its format can need for the pixels that are decoded at most, after
 * decompression by the browser.
 * @throws DarkroomError SOURCE_UNREACHABLE, SOURCE_CORS or TOO_LARGE.
 */
export function download(source: Download): Promise<Blob> {
  const { url, path, context } = source
  const { decodedPixels } = context.limits ?? defaultLimits
  const limit = decodedPixels * BYTES_PER_PIXEL + METADATA_BYTES
  return withLinkedController(source.signal, async (controller) => {
    const { signal } = controller
    let isSlow = false
    const timer = new AwakeTimer(PATIENCE_MS, () => {
      isSlow = true
      controller.abort()
    })
    let bytes = 0
    const onBytes = (count: number) => {
      bytes += count
      if (bytes < LEAST_BYTES) return
      bytes = 0
      timer.reset(PATIENCE_MS)
    }
    try {
      const response = await respond({ ...source, signal })
      const blob = await readBlob(response, limit, onBytes).catch((cause) => {
        throw signal.aborted ? cause : unreachable(source, 'the connection broke', cause)
      })
      if (blob) return namedFile(blob, url)
    } catch (error) {
      if (!isSlow) throw error
      const seconds = PATIENCE_MS / 1000
      throw unreachable(source, `it sent less than ${LEAST_BYTES} bytes in ${seconds} s`, error)
    } finally {
      timer.stop()
      // The rest of what is too long is not read.
      controller.abort()
    }
    const expected = `a file of at most ${Math.round(limit / 1e6)} MB for ${path}`
    throw new DarkroomError('TOO_LARGE', `Expected ${expected} but ${url} sent more`, { path })
  })
}

async function respond(source: Download): Promise<Response> {
  const { url, signal, context } = source
  const response = await context.fetch(url, { signal }).catch((cause) => {
    if (signal.aborted) throw cause
    return downloadWithoutCors(source, cause)
  })
  if (!response.ok) throw unreachable(source, `it answered ${response.status}`)
  return response
}

/**
 * The proxy's response, where the page has a proxy. A page sees the same TypeError where no server answers and
 * where its answer has no CORS headers; a no-cors request tells them apart. A cross-origin isolated page is not
 * told either way unless the server sends `Cross-Origin-Resource-Policy`.
 */
async function downloadWithoutCors(source: Download, cause: unknown): Promise<Response> {
  const { url, path, signal, context } = source
  const answers = await context.fetch(url, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  )
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

async function downloadByProxy(source: Download, proxyUrl: string): Promise<Response> {
  const { signal, context } = source
  const init: RequestInit = { signal, credentials: 'omit', referrerPolicy: 'no-referrer' }
  const response = await context.fetch(proxyUrl, init).catch((cause) => {
    throw signal.aborted ? cause : unreachable(source, 'neither it nor the proxy answered', cause)
  })
  if (!response.ok) throw unreachable(source, `the proxy answered ${response.status}`)
  return response
}

const unreachable = ({ url, path }: Download, why: string, cause?: unknown) =>
  new DarkroomError('SOURCE_UNREACHABLE', `The ${path} could not be fetched: ${url} (${why})`, {
    path,
    cause,
  })
