import type { ImageToImageModel } from '../../models/models.ts'
import type { Box, Size } from '../../src/plan/size.ts'
import { type Flip, flipPlanes } from '../image/flip.ts'
import type { RasterImage } from '../image/image.ts'
import { averageBy2 } from './halve-output.ts'
import type { LoadedModel } from './loaded-model.ts'
import { DRIFT, OVERSHOOT } from './plausible.ts'
import { IMPLAUSIBLE, type TileContext, type Tiled, type TiledRun } from './tiled-run.ts'
import { computedPixels, type Tile } from './tiles.ts'

/** The collector would let the outputs of several tiles pile up. */
const release = ({ buffer }: Float32Array): void => void (buffer as ArrayBuffer).transfer?.(0)

/** Computes the tiles one after the other. Returns how many source pixels have an implausible output. */
export async function runTilesOnCpu(run: TiledRun, context: TileContext): Promise<number> {
  const { image, loaded, grid, views, result } = run
  const sizes = grid.tiles.map(({ input }) => input.width * input.height)
  const largest = new Float32Array(3 * Math.max(0, ...sizes))
  const all = computedPixels(grid.tiles)
  let [suspects, done] = [0, 0]
  for (const [i, tile] of grid.tiles.entries()) {
    const pixels = sizes[i] as number
    await context.checkpoint()
    await loaded.recheck?.beforeRun()
    const input = largest.subarray(0, 3 * pixels)
    pack(image, tile.input, input)
    const progress = (ratio: number) => context.progress((done + ratio * pixels) / all)
    const output = await runViews(loaded, input, tile.input, views, { ...context, progress })
    suspects += unpack(output, tile, image, loaded.model.scale, result)
    release(output)
    done += pixels
  }
  return suspects
}

/**
 * The mean of a model's outputs for mirrored views of a tile, each mirrored back (R. Timofte, R. Rothe, L. Van Gool, "Seven
 * ways to improve example-based single image super resolution", CVPR 2016). Leaves the input unchanged.
 */
async function runViews(
  loaded: LoadedModel<ImageToImageModel>,
  input: Float32Array,
  { width, height }: Size,
  [, ...otherViews]: Flip[],
  context: TileContext,
): Promise<Float32Array> {
  const { scale } = loaded.model
  const count = otherViews.length + 1
  const sum = await runTile(loaded, input, { width, height }, context)
  context.progress(1 / count)
  for (const [i, view] of otherViews.entries()) {
    await context.checkpoint()
    flipPlanes(input, { width, height }, view)
    const output = await runTile(loaded, input, { width, height }, context)
    flipPlanes(input, { width, height }, view)
    flipPlanes(output, { width: width * scale, height: height * scale }, view)
    for (let j = 0; j < sum.length; j++) sum[j] = (sum[j] as number) + (output[j] as number)
    release(output)
    context.progress((i + 2) / count)
  }
  for (let j = 0; count > 1 && j < sum.length; j++) sum[j] = (sum[j] as number) / count
  return sum
}

async function runTile(
  { ort, session, model, reduce }: LoadedModel<ImageToImageModel>,
  data: Float32Array,
  { width, height }: Size,
  context: TileContext,
) {
  const input = new ort.Tensor('float32', data, [1, 3, height, width])
  try {
    const { output } = await session.run({ input })
    if (!output) throw new Error('the network has no output of that name')
    const values = (await output.getData(true)) as Float32Array
    output.dispose()
    if (!reduce) return values
    const reduced = averageBy2(values, {
      width: width * model.scale,
      height: height * model.scale,
    })
    release(values)
    return reduced
  } catch (error) {
    throw context.explain(error)
  }
}

/** RGBA bytes to planes of red, green and blue, 0 to 1. The image is continued by its mirror image: repeated edges would draw noise out into lines. */
function pack(
  { width, height, pixels }: RasterImage,
  { x, y, width: w, height: h }: Box,
  out: Float32Array,
): void {
  const plane = w * h
  const columns = Int32Array.from({ length: w }, (_, column) => mirroredIndex(x + column, width))
  for (let row = 0, o = 0; row < h; row++) {
    const start = mirroredIndex(y + row, height) * width
    for (const column of columns) {
      const at = (start + column) * 4
      out[o] = (pixels[at] as number) / 255
      out[o + plane] = (pixels[at + 1] as number) / 255
      out[o + 2 * plane] = (pixels[at + 2] as number) / 255
      o++
    }
  }
}

/** The index into a line of a place on its continuation by mirror images. */
function mirroredIndex(place: number, length: number): number {
  const offset = place % (2 * length)
  return Math.min(offset, 2 * length - 1 - offset)
}

/** Writes the core of a tile into the result, and marks and counts source pixels whose output is implausible. */
function unpack(
  output: Float32Array,
  tile: Tile,
  image: RasterImage,
  scale: number,
  result: Tiled,
): number {
  let suspects = 0
  const { input, core } = tile
  const stride = input.width * scale
  const plane = stride * input.height * scale
  const outWidth = image.width * scale
  const right = Math.min(core.x + core.width, image.width)
  const bottom = Math.min(core.y + core.height, image.height)
  for (let y = core.y; y < bottom; y++) {
    for (let x = core.x; x < right; x++) {
      const at = y * image.width + x
      const from = (y - input.y) * scale * stride + (x - input.x) * scale
      const to = (y * scale * outWidth + x * scale) * 4
      let plausible = true
      for (let c = 0; c < 3; c++) {
        const source = (image.pixels[at * 4 + c] as number) / 255
        const block = writeBlock(
          output,
          from + c * plane,
          stride,
          result.pixels,
          to + c,
          outWidth * 4,
          scale,
          source,
        )
        plausible &&= block
      }
      if (plausible) continue
      suspects++
      if (result.suspect) result.suspect[at] = IMPLAUSIBLE
    }
  }
  return suspects
}

/**
 * Copies the scale x scale block of one channel that belongs to one source pixel. False where a value is
 * far out of range, or the block's mean is far from the source pixel.
 */
function writeBlock(
  values: Float32Array,
  from: number,
  stride: number,
  bytes: Uint8ClampedArray,
  to: number,
  byteStride: number,
  scale: number,
  source: number,
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
  return inRange && Math.abs(sum / (scale * scale) - source) < DRIFT
}
