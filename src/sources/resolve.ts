import { DarkroomError, unexpected } from '../errors.ts'
import { decodeBase64 } from './base64.ts'
import type { PixelSource, Source } from './source.ts'

/** How a picture may be named in a string. */
export const namesSource = (text: string) =>
  /^\s*(https?:\/\/|blob:|data:|base64,|storage:\/\/)/i.test(text)

/**
 * The bytes or pixels that a request's `url` stands for.
 * @throws DarkroomError SOURCE_UNREACHABLE, SOURCE_CORS, BAD_REQUEST or NOT_SUPPORTED with `path` url.
 */
export async function resolveSource(
  source: string | PixelSource,
  signal: AbortSignal,
  fetcher: typeof fetch = fetch,
): Promise<Source> {
  if (typeof source !== 'string') return own(source)
  const text = source.trim()
  if (/^base64,/i.test(text)) return inline(text.slice(text.indexOf(',') + 1), '')
  if (/^data:/i.test(text)) return fromDataUrl(text)
  if (/^storage:/i.test(text)) {
    throw new DarkroomError('NOT_SUPPORTED', 'storage:// is not supported yet', { path: 'url' })
  }
  return download(text, signal, fetcher)
}

/** A bitmap of our own: the caller may close theirs while the job waits. */
async function own(source: PixelSource): Promise<Source> {
  if (!('close' in source)) return source
  try {
    return await createImageBitmap(source)
  } catch (cause) {
    throw new DarkroomError(
      'UNIDENTIFIED_IMAGE',
      'Expected a picture for url but received a closed ImageBitmap',
      { path: 'url', cause },
    )
  }
}

async function inline(data: string, type: string): Promise<Blob> {
  const bytes = await decodeBase64(data)
  if (!bytes) throw unexpected('url', 'base64 data', data)
  return new Blob([bytes], { type })
}

async function fromDataUrl(url: string): Promise<Blob> {
  const comma = url.indexOf(',')
  if (comma < 0) throw unexpected('url', 'a data: URL with a comma', url)
  const header = url.slice(5, comma)
  const type = header.split(';')[0] ?? ''
  const data = url.slice(comma + 1)
  if (/;\s*base64\s*$/i.test(header)) return inline(decodeURIComponent(data), type)
  return new Blob([percentDecoded(data)], { type })
}

function percentDecoded(data: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  for (const [token] of data.matchAll(/%[0-9a-f]{2}|[\s\S]/gi)) {
    bytes.push(token.length === 3 ? Number.parseInt(token.slice(1), 16) : token.charCodeAt(0))
  }
  return new Uint8Array(bytes)
}

async function download(url: string, signal: AbortSignal, fetcher: typeof fetch): Promise<Blob> {
  let response: Response
  try {
    response = await fetcher(url, { signal })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw await unreachable(url, signal, fetcher, cause)
  }
  if (!response.ok) throw notThere(url, `it answered ${response.status}`)
  return response.blob().catch((cause) => {
    throw signal.aborted ? cause : notThere(url, 'the connection broke', cause)
  })
}

/** A page sees the same TypeError for both; a request that asks for no access tells them apart. */
async function unreachable(
  url: string,
  signal: AbortSignal,
  fetcher: typeof fetch,
  cause: unknown,
) {
  const answers = await fetcher(url, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  )
  if (!answers) return notThere(url, 'nothing answered', cause)
  return new DarkroomError(
    'SOURCE_CORS',
    `Expected a url that allows this page to read it, but ${url} sends no CORS headers`,
    { path: 'url', cause },
  )
}

const notThere = (url: string, why: string, cause?: unknown) =>
  new DarkroomError('SOURCE_UNREACHABLE', `The url could not be fetched: ${url} (${why})`, {
    path: 'url',
    cause,
  })
