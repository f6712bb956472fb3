import type { FileFormat } from '../../../src/shared/file-format.ts'
import { once } from '../../image/load-wasm.ts'
import { orient } from '../../image/orient.ts'
import { ascii } from '../shared/bytes.ts'
import type { Codec } from '../shared/codec.ts'
import type { FormatDecoder } from '../shared/decoder.ts'
import { UPRIGHT } from '../shared/header.ts'

/** Whether a file may be of a format, by its bytes. */
type Test = (bytes: Uint8Array) => boolean

/** How files are recognized: by bytes that only they start with or, if none has such, by a header that makes sense. */
type Recognition = { matches: Test; plausible?: Test } | { matches?: Test; plausible: Test }

/** A file format. The `index.ts` of its folder exports it under its name. */
export type Format = Recognition & {
  /** The usual extensions of its files, if they are others than its name. Only of plausible formats do they choose one. */
  extensions?: string
  /** What opens its files, tried in order until one can. docs/formats.md shows how close each comes to a reference. */
  codecs: Codec[]
  /** Whether a file has several frames, of which only the first is decoded; for formats whose header does not say so. */
  isAnimated?: Test
}

/** A file with one of these texts at an offset. */
export const at =
  (offset: number, ...texts: string[]): Test =>
  (bytes) =>
    texts.some((text) => ascii(bytes, offset, text.length) === text)

/** Bytes within which text formats are recognized. */
const START = 4096
export const starts =
  (pattern: RegExp): Test =>
  (bytes) =>
    pattern.test(ascii(bytes, 0, START))

/** A file in the container of MP4 that names one of these brands, which are in its first box (ISO/IEC 14496-12). */
export const hasBrand =
  (brands: RegExp): Test =>
  (bytes) =>
    at(4, 'ftyp')(bytes) && brands.test(ascii(bytes, 8, 32))

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
