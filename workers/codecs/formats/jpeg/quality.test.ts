import { expect, it } from 'vitest'
import { readJpeg } from './segments.ts'

/** Sums to 3688 as the table of quality 50 does; only the sum counts. */
const table = Array.from({ length: 64 }, (_, i) => (i < 40 ? 58 : 57))

/** The head of a JPEG whose first component uses table `used`; two tables in one segment. */
function jpeg(percent: number, used: 0 | 1, bytes: 1 | 2 = 1): Uint8Array {
  const own = table.map((value) => Math.max(1, Math.round((value * percent) / 100)))
  const values = (id: number, all: number[]) => [
    ((bytes - 1) << 4) | id,
    ...all.flatMap((value) => (bytes === 1 ? [value] : [value >> 8, value & 255])),
  ]
  const both = [
    ...values(used, own),
    ...values(
      1 - used,
      table.map(() => 1),
    ),
  ]
  const length = both.length + 2
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, used]
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xdb, length >> 8, length & 255, ...both, ...frame, 0xff, 0xda, 0, 2]) // biome-ignore format: bytes
}

it.each([
  [100, 50],
  [50, 75],
  [20, 90],
  [250, 20],
])('a table of %i % is quality %i, whichever it is', (percent, quality) => {
  for (const used of [0, 1] as const) {
    expect(readJpeg(jpeg(percent, used)).quality).toBeGreaterThanOrEqual(quality - 1)
    expect(readJpeg(jpeg(percent, used)).quality).toBeLessThanOrEqual(quality + 1)
  }
})

it('of 16 bits too', () => {
  expect(readJpeg(jpeg(800, 0, 2)).quality).toBe(6)
})

it('a table that is cut off is none', () => {
  const bytes = jpeg(100, 0)
  const short = Uint8Array.from([...bytes.subarray(0, 4), 0, 30, ...bytes.subarray(6, 34), ...bytes.subarray(136)]) // biome-ignore format: bytes
  expect(readJpeg(short).quality).toBeUndefined()
})
