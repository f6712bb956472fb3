import type { FileFormat } from '../../src/plan/file-format.ts'
import type { Codec } from './codec.ts'
import { upright } from './containers/header.ts'
import type { FormatDecoder } from './formats/format.ts'

/** A decoder of ours, loaded when a file of its format comes. */
export const own = (format: FileFormat, load: () => Promise<FormatDecoder>): Codec => ({
  async header(bytes) {
    const { width, height, alpha, dpi } = (await load()).facts(bytes)
    const size = { width, height, ...(dpi && { dpi }) }
    return { format, ...size, alpha, orientation: upright, notRgb: false }
  },
  async decode({ bytes }) {
    const { width, height, alpha, data, dpi } = await (await load()).decode(bytes)
    return { width, height, pixels: data, alpha, ...(dpi && { dpi }) }
  },
})
