import avifDecodeWasm from '@jsquash/avif/codec/dec/avif_dec.wasm?url'
import avifEncodeWasm from '@jsquash/avif/codec/enc/avif_enc.wasm?url'
import pngWasm from '@jsquash/png/codec/pkg/squoosh_png_bg.wasm?url'
import webpDecodeWasm from '@jsquash/webp/codec/dec/webp_dec.wasm?url'
import webpEncodeWasm from '@jsquash/webp/codec/enc/webp_enc_simd.wasm?url'
import { compile, once } from '../../image/load-wasm.ts'

interface SquooshModule<F> {
  init(wasm: WebAssembly.Module): unknown
  default: F
}

const codec = <F>(load: () => Promise<SquooshModule<F>>, wasm: string) =>
  once(async () => {
    const module = await load()
    await module.init(await compile(wasm))
    return module.default
  })

/** Loaders of the Squoosh codecs (jSquash). Each loads when first called; throws DarkroomError NETWORK if it cannot. */
export const jsquash = {
  pngDecode: codec(() => import('@jsquash/png/decode.js'), pngWasm),
  pngEncode: codec(() => import('@jsquash/png/encode.js'), pngWasm),
  webpDecode: codec(() => import('@jsquash/webp/decode.js'), webpDecodeWasm),
  webpEncode: codec(() => import('@jsquash/webp/encode.js'), webpEncodeWasm),
  avifDecode: codec(() => import('@jsquash/avif/decode.js'), avifDecodeWasm),
  /** The build without threads, whose workers a page would have to serve. */
  avifEncode: once(async () => {
    const [{ default: start }, { defaultOptions }, { initEmscriptenModule }, wasm] =
      await Promise.all([
        import('@jsquash/avif/codec/enc/avif_enc.js'),
        import('@jsquash/avif/meta.js'),
        import('@jsquash/avif/utils.js'),
        compile(avifEncodeWasm),
      ])
    const encoder = await initEmscriptenModule(start, wasm)
    return ({ data, width, height }: ImageData, options: Partial<typeof defaultOptions>) => {
      const pixels = new Uint8Array(data.buffer)
      const bytes = encoder.encode(pixels, width, height, { ...defaultOptions, ...options })
      if (!bytes) throw new Error('an image that cannot be encoded as AVIF')
      return bytes as Uint8Array<ArrayBuffer>
    }
  }),
}
