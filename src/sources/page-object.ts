/** What an object of a page holds: an image's address, a canvas's pixels, or bytes. Anything else is returned as it is. */
export function readPageObject(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return new Blob([value as Uint8Array<ArrayBuffer>])
  // By tag, not by instanceof: elements of an iframe are no instances of this realm's classes.
  switch (Object.prototype.toString.call(value)) {
    case '[object ArrayBuffer]':
      return new Blob([value as ArrayBuffer])
    case '[object URL]':
      return (value as URL).href
    case '[object HTMLImageElement]':
      return addressOf(value as HTMLImageElement)
    case '[object HTMLCanvasElement]':
    case '[object OffscreenCanvas]':
      return createImageBitmap(value as OffscreenCanvas)
    default:
      return value
  }
}

/** Its file rather than its pixels, which would lose color profile and metadata. */
const addressOf = ({ currentSrc, src }: HTMLImageElement) => currentSrc || src
