import type { Context } from '../operations/index.ts'
import type { Picture } from '../picture.ts'
import type { Loaded } from './sessions.ts'
import { type Grid, grid, type Rect, type Tile } from './tiles.ts'

/** Pixels that a result may depend on to each side: SPAN's receptive field is 21. */
const HALO = 21
/** Pixels of a tile: docs/performance.md has what other sizes cost in time and memory. */
const TILE_PIXELS = 256 * 256

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
  context: Context,
  { halo = HALO, tilePixels = TILE_PIXELS } = {},
): Promise<Tiled> {
  const cut = grid(picture.width, picture.height, halo, tilePixels)
  const input = new Float32Array(3 * cut.tileWidth * cut.tileHeight)
  const result: Tiled = {
    pixels: new Uint8ClampedArray(picture.pixels.length * scale * scale),
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
  context: Context,
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
  const left = (core.x - input.x) * scale
  for (let row = 0; row < core.height * scale; row++) {
    let from = ((core.y - input.y) * scale + row) * stride + left
    let to = ((core.y * scale + row) * outWidth + core.x * scale) * 4
    for (let column = 0; column < core.width * scale; column++, from++, to += 4) {
      for (let c = 0; c < 3; c++) result.pixels[to + c] = (output[from + c * plane] as number) * 255
      result.pixels[to + 3] = 255
    }
  }
}
