import { type HttpStorage, readJson, request, type StorageRequest } from './http-storage.ts'

/** Graph requires a multiple of 320 KiB, below 60 MiB. */
const RANGE_BYTES = 32 * 320 * 2 ** 10

/**
 * Uploads a file in ranges, one after the other. Returns the last response: 409 where the name is taken, which the
 * service reports when a session is opened or when it ends.
 */
export async function uploadInRanges(
  service: HttpStorage,
  target: StorageRequest,
  sessionUrl: string,
  file: Blob,
): Promise<Response> {
  const opened = await request(service, target, sessionUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ item: { '@microsoft.graph.conflictBehavior': 'fail' } }),
  })
  if (!opened.ok) return opened
  const { uploadUrl } = await readJson<{ uploadUrl: string }>(service, target, opened)
  const { token: _, ...preauthorized } = target
  let last = opened
  for (let start = 0; start < file.size && last.ok; start += RANGE_BYTES) {
    const range = file.slice(start, start + RANGE_BYTES)
    last = await request(service, preauthorized, uploadUrl, {
      method: 'PUT',
      headers: { 'Content-Range': `bytes ${start}-${start + range.size - 1}/${file.size}` },
      body: range,
    })
  }
  return last
}
