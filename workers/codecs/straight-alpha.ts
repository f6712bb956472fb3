import type { Header } from './containers/header.ts'
import { jsquash } from './jsquash.ts'
import { decodeWebp } from './webp.ts'

type Decoder = (file: Blob) => Promise<{ data: Uint8ClampedArray; width: number; height: number }>

/** Decoders that keep straight alpha. GIF needs none: its alpha is 0 or 255. */
export const straightAlphaDecoders: Partial<Record<Header['format'], Decoder>> = {
  png: async (file) => (await jsquash.pngDecode()).decode(await file.arrayBuffer()),
  webp: decodeWebp,
  avif: async (file) => {
    const image = await (await jsquash.avifDecode())(await file.arrayBuffer())
    if (!image) throw new Error('an AVIF that cannot be decoded')
    return image
  },
  bmp: async (file) =>
    (await import('./formats/bmp.ts')).decode(new Uint8Array(await file.arrayBuffer())),
}
