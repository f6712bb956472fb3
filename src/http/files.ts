import type { ResultFile } from './backend.ts'
import { safeName } from './http-records.ts'
import { parseRange } from './range.ts'

/** A result file, or the part of it that `Range` asks for. */
export function fileResponse({ blob, name }: ResultFile, headers: Headers): Response {
  // Nothing here could match a validator, and a condition that fails asks for the whole file.
  const range = parseRange(headers.has('If-Range') ? null : headers.get('Range'), blob.size)
  if (range === 'none') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${blob.size}` } })
  }
  const part = range ? blob.slice(range.start, range.end + 1, blob.type) : blob
  return new Response(part, {
    status: range ? 206 : 200,
    headers: {
      'Content-Type': blob.type || 'application/octet-stream',
      'Content-Length': String(part.size),
      'Content-Disposition': `inline; filename="${safeName(name)}"`,
      'Accept-Ranges': 'bytes',
      // A deleted image is gone, and stays an image whatever its bytes look like.
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${blob.size}` }),
    },
  })
}
