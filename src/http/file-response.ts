import type { ResultFile } from './backend.ts'
import { safeName } from './http-record.ts'
import { parseRange } from './range.ts'

/** The response with a result file, or with the part of it that the `Range` header names. */
export function fileResponse({ blob, name }: ResultFile, headers: Headers): Response {
  // If-Range needs an ETag or a date, which results have not: the whole file is the right answer then.
  const range = parseRange(headers.has('If-Range') ? null : headers.get('Range'), blob.size)
  if (range === 'unsatisfiable') {
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
      // A cached copy would outlive the deletion of its job.
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${blob.size}` }),
    },
  })
}
