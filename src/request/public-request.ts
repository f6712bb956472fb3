import { isImageSource } from '../shared/image-source.ts'
import { maskSecrets } from '../shared/secrets.ts'

/**
 * A copy of a request as JSON that may be stored and sent to others: with null in place of embedded images and *** in
 * place of keys, tokens and passwords. Undefined if JSON cannot hold it.
 */
export function publicRequest(request: unknown): unknown {
  try {
    return JSON.parse(
      JSON.stringify(request, (name, value) =>
        isEmbedded(value) ? null : maskSecrets(name, value),
      ),
    )
  } catch {
    return undefined
  }
}

/** `data:` may also begin a prompt: only with a media type and a comma is it a URL. */
const isEmbedded = (value: unknown) =>
  typeof value === 'string'
    ? /^\s*(base64,|blob:|data:[\w.+/;=-]*,)/i.test(value.slice(0, 1000))
    : isImageSource(value)
