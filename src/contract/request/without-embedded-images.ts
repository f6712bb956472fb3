import { isImageSource } from '../image-source.ts'

/** A copy of a request as JSON, with null in place of embedded images; undefined if JSON cannot hold it. */
export function withoutEmbeddedImages(request: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(request, (_, value) => (isEmbedded(value) ? null : value)))
  } catch {
    return undefined
  }
}

/** `data:` may also begin a prompt: only with a media type and a comma is it a URL. */
const isEmbedded = (value: unknown) =>
  typeof value === 'string'
    ? /^\s*(base64,|blob:|data:[\w.+/;=-]*,)/i.test(value.slice(0, 1000))
    : isImageSource(value)
