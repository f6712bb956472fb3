/** An image as an object: a file, or decoded pixels. */
export type ImageSource = Blob | ImageBitmap | ImageData

/** The images of one request: the source, and those that steps use besides. */
export interface ImageInputs {
  source: OpenedImage
  caption?: OpenedImage
  replace?: OpenedImage
  nsfw?: OpenedImage
  mask?: OpenedImage
  hints?: OpenedImage
  /** What was sent to the remote service, for steps that compare what came back with it. */
  sent?: OpenedImage
}

/** An image with its header, once a worker has read it. */
export interface OpenedImage {
  image: ImageSource
  header?: FileHeader
}

/** What a worker has read of a file's header. Opaque to the main thread, which only passes it back. */
export interface FileHeader {
  readonly [opaque]: true
}

declare const opaque: unique symbol

/** By tag, not by instanceof: a File of an iframe is no instance of this realm's File. */
export const isImageSource = (value: unknown): value is ImageSource =>
  /^\[object (Blob|File|ImageBitmap|ImageData)]$/.test(Object.prototype.toString.call(value))
