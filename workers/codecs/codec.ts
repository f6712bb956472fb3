import type { RasterImage } from '../image/image.ts'
import type { Header } from './containers/header.ts'

/** A file that has been read into memory. */
export interface LoadedFile {
  blob: Blob
  bytes: Uint8Array<ArrayBuffer>
}

/** One way to open files of a format. Both throw where it cannot. */
export interface Codec {
  by: 'browser' | 'own' | 'ImageMagick'
  /** Reads what the file says before anything of the image's size is allocated. */
  header(bytes: Uint8Array<ArrayBuffer>): Header | Promise<Header>
  /** The file that is opened in place of this one, where this one only wraps it. */
  embedded?(bytes: Uint8Array): Promise<Uint8Array | undefined>
  /** The image upright; with profile and density where only decoding tells them. */
  decode(file: LoadedFile, header: Header): Promise<RasterImage>
}
