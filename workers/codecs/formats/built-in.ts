import type { FileFormat } from '../../../src/shared/file-format.ts'
import { once } from '../../image/load-wasm.ts'
import type { Codec } from '../shared/codec.ts'
import type { FormatDecoder } from '../shared/decoder.ts'
import { UPRIGHT } from '../shared/header.ts'
import { orient } from '../shared/orient.ts'

/**
 * Opens a format with a decoder of this project, which `load` imports when the first file of the format comes:
 * `builtin('tga', () => import('./decode.ts'))`.
 */
export function builtin(format: FileFormat, load: () => Promise<FormatDecoder>): Codec {
  const decoder = once(load)
  return {
    by: 'built-in',
    async header(bytes) {
      const { info, metadata } = await decoder()
      const { width, height, alpha, dpi } = info(bytes)
      const { orientation, profile, convertToSrgb = false } = metadata?.(bytes) ?? {}
      return {
        format,
        width,
        height,
        alpha,
        orientation: orientation ? { value: orientation } : UPRIGHT,
        convertToSrgb,
        ...(profile && { profile }),
        ...(dpi && { dpi }),
      }
    },
    embedded: async (bytes) => (await decoder()).embedded?.(bytes),
    async decode({ bytes }, { orientation }) {
      const { width, height, alpha, data } = await (await decoder()).decode(bytes)
      return orient({ width, height, pixels: data, alpha }, orientation.value)
    },
  }
}
