/** Pictures that a page holds as objects instead of naming them. */
export type PixelSource = Blob | ImageBitmap | ImageData

/** What the workers take: bytes of a file, or pixels that are decoded already. */
export type Source = PixelSource

/** The pictures of one request: the one to work on, and those that steps put on or behind it. */
export interface Inputs {
  source: Source
  caption?: Source
  replace?: Source
  nsfw?: Source
}

const isInstance = (value: unknown, name: 'Blob' | 'ImageBitmap' | 'ImageData'): boolean =>
  // By tag as well: a File of an iframe is not an instance of this realm's File.
  Object.prototype.toString.call(value) === `[object ${name}]`

export function isPixelSource(value: unknown): value is PixelSource {
  return (
    isInstance(value, 'Blob') ||
    isInstance(value, 'ImageBitmap') ||
    isInstance(value, 'ImageData') ||
    Object.prototype.toString.call(value) === '[object File]'
  )
}
