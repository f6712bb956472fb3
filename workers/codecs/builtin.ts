import type { FileFormat } from '../../src/contract/file-format.ts'
import type { Codec } from './codec.ts'
import { UPRIGHT } from './containers/header.ts'
import type { FormatDecoder } from './formats/shared/format.ts'
import { orient } from './orient.ts'

/** A decoder of ours, loaded when a file of its format comes. */
export const builtin = (format: FileFormat, load: () => Promise<FormatDecoder>): Codec => ({
  by: 'own',
  async header(bytes) {
    const decoder = await load()
    const { width, height, alpha, dpi } = decoder.info(bytes)
    const { orientation, profile, notRgb } = decoder.metadata?.(bytes) ?? {}
    return {
      format,
      width,
      height,
      alpha,
      orientation: orientation ? { value: orientation } : UPRIGHT,
      convertToSrgb: notRgb ?? false,
      ...(profile && { profile }),
      ...(dpi && { dpi }),
    }
  },
  embedded: async (bytes) => (await load()).embedded?.(bytes),
  async decode({ bytes }, { orientation }) {
    const { width, height, alpha, data } = await (await load()).decode(bytes)
    return orient({ width, height, pixels: data, alpha }, orientation.value)
  },
})
