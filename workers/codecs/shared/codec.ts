import type { FileFormat } from '../../../src/shared/file-format.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Header } from './header.ts'

/** A file read into memory. `bytes` are those of `blob`. */
export interface LoadedFile {
  blob: Blob
  bytes: Uint8Array<ArrayBuffer>
}

/** A file whose format is known and whose header was read. If it only wraps another file, the other one. */
export interface OpenedFile extends LoadedFile {
  header: Header
  /** The format of the file that was given. */
  format: FileFormat
  /** The codec that read the header: its row and place in the table of codecs. */
  reader: { format: FileFormat; codec: number }
  /** The embedded file, if the given one only wraps it. */
  inner?: Blob
}

/**
 * One way to open the files of a format. Its methods throw an Error that says what is wrong with a file that they cannot
 * open, a RangeError if it ends too early, and a DarkroomError if the codec itself could not be loaded.
 */
export interface Codec {
  by: 'browser' | 'built-in' | 'ImageMagick'
  /** Reads the header, before anything of the image's size is allocated. */
  header(bytes: Uint8Array<ArrayBuffer>): Header | Promise<Header>
  /** The file inside, if this one only wraps it: it is opened instead. */
  embedded?(bytes: Uint8Array): Promise<Uint8Array | undefined>
  /** The browser's alone: decodes an image so that colors under low alpha are kept. */
  decodeStraight?(file: Blob): Promise<Pick<ImageData, 'data' | 'width' | 'height'>>
  /** Decodes the image, upright. It states profile and density only if the header could not. */
  decode(file: LoadedFile, header: Header): Promise<RasterImage>
}

/** Encodes one image any number of times. It holds the pixels until it is closed. */
export interface Encoder {
  /** `quality` is 0 to 100, and ignored for png. */
  encode(quality: number): Promise<Blob>
  close(): void
}
