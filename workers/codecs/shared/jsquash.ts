import avifDecodeWasm from '@jsquash/avif/codec/dec/avif_dec.wasm?url'
import avifEncodeWasm from '@jsquash/avif/codec/enc/avif_enc.wasm?url'
import pngWasm from '@jsquash/png/codec/pkg/squoosh_png_bg.wasm?url'
import webpDecodeWasm from '@jsquash/webp/codec/dec/webp_dec.wasm?url'
import webpEncodeWasm from '@jsquash/webp/codec/enc/webp_enc_simd.wasm?url'
import { compile, once } from '../../image/load-wasm.ts'

/** Loaders of the Squoosh codecs (jSquash). Each loads when first called; throws DarkroomError NETWORK if it cannot. */
export const jsquash = {
  pngDecode: once(async () => {
    const module = await import('@jsquash/png/decode.js')
    await module.init(await compile(pngWasm))
    return module
  }),
  pngEncode: once(async () => {
    const module = await import('@jsquash/png/encode.js')
    await module.init(await compile(pngWasm))
    return module.default
  }),
  webpDecode: once(async () => {
    const module = await import('@jsquash/webp/decode.js')
    await module.init(await compile(webpDecodeWasm))
    return module.default
  }),
  webpEncode: once(async () => {
    const module = await import('@jsquash/webp/encode.js')
    await module.init(await compile(webpEncodeWasm))
    return module.default
  }),
  avifDecode: once(async () => {
    const module = await import('@jsquash/avif/decode.js')
    await module.init(await compile(avifDecodeWasm))
    return module.default
  }),
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
