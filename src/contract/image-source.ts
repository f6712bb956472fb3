/** Images that a page holds as objects instead of naming them. */
export type ImageInput = Blob | ImageBitmap | ImageData

/** What the workers take: bytes of a file, or pixels that are decoded already. */
export type ImageSource = ImageInput

/** The images of one request: the one to work on, and those that steps put on or behind it. */
export interface ImageInputs {
  source: InputImage
  caption?: InputImage
  replace?: InputImage
  nsfw?: InputImage
}

/** An image and what a worker read of its header, so that no header is read twice. */
export interface InputImage {
  image: ImageSource
  header?: FileHeader
}

/** What a worker read of a file's header. The page's thread only passes it on. */
export interface FileHeader {
  readonly [opaque]: true
}

declare const opaque: unique symbol

const isInstance = (value: unknown, name: 'Blob' | 'ImageBitmap' | 'ImageData'): boolean =>
  // By tag as well: a File of an iframe is not an instance of this realm's File.
  Object.prototype.toString.call(value) === `[object ${name}]`

export function isImageInput(value: unknown): value is ImageInput {
  return (
    isInstance(value, 'Blob') ||
    isInstance(value, 'ImageBitmap') ||
    isInstance(value, 'ImageData') ||
    Object.prototype.toString.call(value) === '[object File]'
  )
}

/** How an image may be named in a string. */
export const isImageAddress = (text: string) =>
  /^\s*(https?:\/\/|blob:|data:|base64,|storage:\/\/)/i.test(text)
