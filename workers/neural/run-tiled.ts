import type { Context } from '../operations/operation.ts'
import type { Picture } from '../picture.ts'
import type { Loaded } from './sessions.ts'
import { type Grid, grid, type Rect, type Tile } from './tiles.ts'

/** Pixels around a tile's core. SPAN reads 21 to each side, but what lies beyond 16 never moves a byte by more than 1. */
export const HALO = 16
/** Pixels of a tile: docs/performance.md has what other sizes cost in time and memory. */
export const TILE_PIXELS = 208 * 208
/** A network that is right overshoots 0..1 by less than this: 0.23 was the most on clean photographs. */
const OVERSHOOT = 0.3
/** ... and its blocks differ from the pixels they stand for by less than this: 0.17 was the most. */
const DRIFT = 0.2

/** What running tiles asks of the worker. */
type TileContext = Pick<Context, 'progress' | 'checkpoint' | 'explain'>

export interface Tiled {
  /** RGBA, opaque, `scale` times the picture's size. */
  pixels: Uint8ClampedArray<ArrayBuffer>
  /** One byte a source pixel, 1 where the network's answer does not fit its question. */
  suspect: Uint8Array
}

/** Runs a network of float32 [1,3,h,w] RGB 0..1 to [1,3,scale h,scale w] over a picture, tile by tile. */
export async function runTiled(
  picture: Picture,
  scale: number,
  loaded: Loaded,
  context: TileContext,
  { halo = HALO, tilePixels = TILE_PIXELS } = {},
): Promise<Tiled> {
  const cut = grid(picture.width, picture.height, halo, tilePixels)
  const input = new Float32Array(3 * cut.tileWidth * cut.tileHeight)
  const result: Tiled = {
    pixels: new Uint8ClampedArray(picture.pixels.length * scale * scale).fill(255),
    suspect: new Uint8Array(picture.width * picture.height),
  }
  for (const [i, tile] of cut.tiles.entries()) {
    await context.checkpoint()
    pack(picture, tile.input, input)
    const output = await infer(loaded, input, cut, context)
    unpack(output, tile, picture, scale, result)
    context.progress((i + 1) / cut.tiles.length)
  }
  return result
}

async function infer(
  { ort, session }: Loaded,
  data: Float32Array,
  { tileWidth, tileHeight }: Grid,
  context: TileContext,
) {
  const input = new ort.Tensor('float32', data, [1, 3, tileHeight, tileWidth])
  try {
    const { output } = await session.run({ input })
    if (!output) throw new Error('the network has no output of that name')
    const values = (await output.getData(true)) as Float32Array
    output.dispose()
    return values
  } catch (error) {
    throw context.explain(error)
  }
}

/** RGBA bytes to planes of red, green and blue in 0..1. */
function pack(
  { width, pixels }: Picture,
  { x, y, width: w, height: h }: Rect,
  out: Float32Array,
): void {
  const plane = w * h
  for (let row = 0, o = 0; row < h; row++) {
    let at = ((y + row) * width + x) * 4
    for (let end = o + w; o < end; o++, at += 4) {
      out[o] = (pixels[at] as number) / 255
      out[o + plane] = (pixels[at + 1] as number) / 255
      out[o + 2 * plane] = (pixels[at + 2] as number) / 255
    }
  }
}

/** Writes the core of a tile into the result and marks the source pixels whose answer cannot be right. */
function unpack(
  output: Float32Array,
  tile: Tile,
  picture: Picture,
  scale: number,
  result: Tiled,
): void {
  const { input, core } = tile
  const stride = input.width * scale
  const plane = stride * input.height * scale
  const outWidth = picture.width * scale
  for (let y = core.y; y < core.y + core.height; y++) {
    for (let x = core.x; x < core.x + core.width; x++) {
      const at = y * picture.width + x
      const from = (y - input.y) * scale * stride + (x - input.x) * scale
      const to = (y * scale * outWidth + x * scale) * 4
      for (let c = 0; c < 3; c++) {
        const asked = (picture.pixels[at * 4 + c] as number) / 255
        const fits = writeBlock(
          output,
          from + c * plane,
          stride,
          result.pixels,
          to + c,
          outWidth * 4,
          scale,
          asked,
        )
        if (!fits) result.suspect[at] = 1
      }
    }
  }
}

/**
 * Copies the scale x scale block of one channel that answers for one source pixel. False where a value is
 * far out of range, or the block's mean is far from the pixel that it stands for.
 */
function writeBlock(
  values: Float32Array,
  from: number,
  stride: number,
  bytes: Uint8ClampedArray,
  to: number,
  byteStride: number,
  scale: number,
  asked: number,
): boolean {
  let sum = 0
  let inRange = true
  for (let v = 0; v < scale; v++) {
    for (let u = 0; u < scale; u++) {
      const value = values[from + v * stride + u] as number
      sum += value
      // Written so that NaN is out of range.
      inRange &&= value > -OVERSHOOT && value < 1 + OVERSHOOT
      bytes[to + v * byteStride + u * 4] = value * 255
    }
  }
  return inRange && Math.abs(sum / (scale * scale) - asked) < DRIFT
}
