import { expect, it } from 'vitest'
import type { FormatDecoder } from '../../../workers/codecs/shared/decoder.ts'
import { brokenFiles, expectSample, read, samples } from './samples.ts'

/** Tests that the valid files of a format decode as in the manifest, and that their headers agree. */
export function decodesGoodFiles(format: string, decoder: FormatDecoder) {
  it.each(samples(format))('decodes $file', async (sample) => {
    const bytes = read(sample)
    const picture = await decoder.decode(bytes)
    const { data: _, ...facts } = picture
    expect(facts).toEqual(decoder.info(bytes))
    expectSample(picture, sample)
  })
}

/** Tests that broken files with matching names throw an Error, even if the header is valid. */
export function refusesBrokenFiles(name: RegExp, decoder: FormatDecoder) {
  it.each(brokenFiles(name))('refuses $file', async ({ bytes }) => {
    await expect(async () => decoder.decode(bytes)).rejects.toThrow(Error)
  })
}

/** Builds a file from text (one byte per character) and numbers. */
export function file(...parts: (string | ArrayLike<number>)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string'
        ? Array.from(part, (letter) => letter.charCodeAt(0))
        : Array.from(part),
    ),
  )
}

const integers = (size: number, little: boolean) => (values: readonly number[]) =>
  values.flatMap((value) => {
    const bytes = Array.from({ length: size }, (_, i) => (value >>> (8 * i)) & 255)
    return little ? bytes : bytes.reverse()
  })

/** Integers of 16 and 32 bits, big- and little-endian. */
export const be16 = (...values: number[]) => integers(2, false)(values)
export const be32 = (...values: number[]) => integers(4, false)(values)
export const le16 = (...values: number[]) => integers(2, true)(values)
export const le32 = (...values: number[]) => integers(4, true)(values)

/** Repeats a byte. */
export const times = (count: number, value = 0) => new Uint8Array(count).fill(value)

/** The pixels of an image as [red, green, blue, alpha]. */
export const pixels = ({ data }: { data: Uint8ClampedArray }) =>
  Array.from({ length: data.length / 4 }, (_, i) => [...data.subarray(i * 4, i * 4 + 4)])

/** Opaque greys as pixels. */
export const greys = (...levels: number[]) => levels.map((level) => [level, level, level, 255])
