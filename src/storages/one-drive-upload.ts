import { type Call, call, type HttpStorage } from './http.ts'

/** Bytes of one range: a multiple of 320 KiB, as Graph wants it, and below its 60 MiB. */
const RANGE = 32 * 320 * 2 ** 10

/**
 * Uploads a file in ranges, one after the other. The answer is the last one: 409 where the name is taken,
 * which a session says when it is opened or when it ends.
 */
export async function uploadInRanges(
  service: HttpStorage,
  to: Call,
  sessionUrl: string,
  file: Blob,
): Promise<Response> {
  const opened = await call(service, to, sessionUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ item: { '@microsoft.graph.conflictBehavior': 'fail' } }),
  })
  if (!opened.ok) return opened
  const { uploadUrl } = await opened.json()
  const { token: _, ...open } = to
  let last = opened
  for (let start = 0; start < file.size && last.ok; start += RANGE) {
    const range = file.slice(start, start + RANGE)
    last = await call(service, open, uploadUrl, {
      method: 'PUT',
      headers: { 'Content-Range': `bytes ${start}-${start + range.size - 1}/${file.size}` },
      body: range,
    })
  }
  return last
}
