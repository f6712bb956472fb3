import { ascii, requireBytes } from '../binary/bytes.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { rasterInfo, transparentPixels } from './shared/raster.ts'
import { photoYccToRgb } from './shared/ycc.ts'

/**
 * Photo CD image pack (.pcd), the "base" image of 768 x 512. "PCD_" at 2048 (the file begins with 0xff); at 3586 the low
 * two bits say how many quarter turns against the clock make it upright. The base begins at sector 96 of 2048 bytes: for
 * every two rows 768 and 768 of luma, then 384 of C1 and 384 of C2, each of which serves four pixels. PhotoYCC becomes
 * RGB as Kodak gives it for displays: luma 1.3584, C1 2.2179 from 156 and C2 1.8215 from 137; whiter than white is
 * cut off.
 */
const MAGIC_AT = 2048
const TURNS_AT = 2048 + 1538
const BASE_AT = 96 * 2048
const WIDTH = 768
const HEIGHT = 512
/** Two rows. */
const BAND = WIDTH * 3

const hasSignature = (bytes: Uint8Array) => ascii(bytes, MAGIC_AT, 4) === 'PCD_'

export function info(bytes: Uint8Array): RasterInfo {
  if (!hasSignature(bytes)) throw new Error('Expected PCD_ at 2048')
  requireBytes(bytes, TURNS_AT + 1)
  return turnsOf(bytes) % 2 === 0 ? rasterInfo(WIDTH, HEIGHT) : rasterInfo(HEIGHT, WIDTH)
}

export function decode(bytes: Uint8Array): DecodedImage {
  const head = info(bytes)
  requireBytes(bytes, BASE_AT + BAND * (HEIGHT / 2))
  const data = transparentPixels(head)
  const place = places[turnsOf(bytes)] as Place
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) paint(data, place(x, y) * 4, bytes, x, y)
  }
  return { ...head, data }
}

const turnsOf = (bytes: Uint8Array) => (bytes[TURNS_AT] ?? 0) & 3

/** Where a stored pixel stands in the upright image, by quarter turns against the clock. */
type Place = (x: number, y: number) => number
const places: readonly Place[] = [
  (x, y) => y * WIDTH + x,
  (x, y) => (WIDTH - 1 - x) * HEIGHT + y,
  (x, y) => (HEIGHT - 1 - y) * WIDTH + WIDTH - 1 - x,
  (x, y) => x * HEIGHT + HEIGHT - 1 - y,
]

function paint(data: Uint8ClampedArray, to: number, bytes: Uint8Array, x: number, y: number) {
  const band = BASE_AT + (y >> 1) * BAND
  const luma = bytes[band + (y & 1) * WIDTH + x] as number
  const chroma = band + WIDTH * 2 + (x >> 1)
  const [c1, c2] = [bytes[chroma], bytes[chroma + WIDTH / 2]] as [number, number]
  const [r, g, b] = photoYccToRgb(luma, c1, c2)
  data[to] = r
  data[to + 1] = g
  data[to + 2] = b
  data[to + 3] = 255
}
