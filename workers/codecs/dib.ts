import { bmpFile, packedDib } from './formats/bitmap/dib.ts'
import type { Codec } from './shared/codec.ts'

const unopened = (): never => {
  throw new Error('a bitmap that cannot be opened')
}

/** A bitmap without a file header: with one, it is a BMP file. */
export const dib: Codec = {
  by: 'browser',
  embedded: async (bytes) => bmpFile(packedDib(bytes)),
  header: unopened,
  decode: unopened,
}
