/** An image that a page passes as an object, instead of naming it by a URL. */
export type ImageInput = Blob | ImageBitmap | ImageData

/** An image as workers take it: a file, or decoded pixels. */
export type ImageSource = ImageInput

/** The images of one request: the source, and those that steps use besides. */
export interface ImageInputs {
  source: InputImage
  caption?: InputImage
  replace?: InputImage
  nsfw?: InputImage
}

/** An image with its header, once a worker has read it. */
export interface InputImage {
  image: ImageSource
  header?: FileHeader
}

/** What a worker has read of a file's header. Opaque to the main thread, which only passes it back. */
export interface FileHeader {
  readonly [opaque]: true
}

declare const opaque: unique symbol

const isInstance = (value: unknown, name: 'Blob' | 'ImageBitmap' | 'ImageData'): boolean =>
  // By tag, not by instanceof: a File of an iframe is no instance of this realm's File.
  Object.prototype.toString.call(value) === `[object ${name}]`

export function isImageInput(value: unknown): value is ImageInput {
  return (
    isInstance(value, 'Blob') ||
    isInstance(value, 'ImageBitmap') ||
    isInstance(value, 'ImageData') ||
    Object.prototype.toString.call(value) === '[object File]'
  )
}
