import { resultTypes } from '../shared/file-format.ts'
import type { ResultFile } from './backend.ts'
import { safeName } from './http-record.ts'
import { parseRange } from './range.ts'

/** The page of a browser that shows an image has a style, and needs nothing else. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * The response with a result file, or with the part of it that the `Range` header names. What is no image is never
 * shown, and can run no script: it can only be saved.
 */
export function fileResponse({ blob, name }: ResultFile, headers: Headers): Response {
  // If-Range needs an ETag or a date, which results have not: the whole file is the right answer then.
  const range = parseRange(headers.has('If-Range') ? null : headers.get('Range'), blob.size)
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${blob.size}` } })
  }
  const part = range ? blob.slice(range.start, range.end + 1, blob.type) : blob
  const isImage = resultTypes[blob.type] !== undefined
  return new Response(part, {
    status: range ? 206 : 200,
    headers: {
      'Content-Type': isImage ? blob.type : 'application/octet-stream',
      'Content-Length': String(part.size),
      'Content-Disposition': `${isImage ? 'inline' : 'attachment'}; filename="${safeName(name)}"`,
      'Accept-Ranges': 'bytes',
      // A cached copy would outlive the deletion of its job.
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': POLICY,
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${blob.size}` }),
    },
  })
}
