import type { FixedInputModel } from '../../../models/models.ts'
import type { Box, Size } from '../../../src/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Plane } from '../../image/plane.ts'
import { type Cells, coverOf } from '../../inference/cover.ts'
import { inferFirst } from '../../inference/infer.ts'
import type { LoadedModel } from '../../inference/loaded-model.ts'
import type { Tile } from '../../inference/tiles.ts'
import type { OperationContext } from '../operation.ts'

export const EDGE_MODEL = 'edge'

/** A share of what is drawn that can be seen. */
const SEEN = 1e-6

/** Pixels around what is taken of a tile: what lies beyond moves alpha by 5 of 255 at most. */
const HALO = 32
/** Side of a cell in pixels. Tiles begin at multiples of it, less the halo. */
const SIDE = 32
/** Sides of tiles are multiples of this: the network halves its planes three times. */
const MULTIPLE = 8

/** The mask, 0 to 1, with what the network draws from it and the image wherever `weights` are not 0, tile by tile. */
export async function drawBorder(
  image: RasterImage,
  mask: Plane,
  weights: Plane,
  context: OperationContext,
): Promise<Plane> {
  const cells = cellsOf(weights)
  if (!cells.needed.includes(1)) return mask
  const loaded = await context.loadFixedInput(EDGE_MODEL)
  const result = { ...mask, values: mask.values.slice() }
  const tiles = tilesOf(mask, cells, loaded)
  for (const [i, { input, core }] of tiles.entries()) {
    const drawn = await inferFirst(tileOf(image, mask, input), loaded, context, input)
    for (let y = core.y; y < core.y + core.height; y++) {
      const start = (y - input.y) * input.width + core.x - input.x
      result.values.set(drawn.subarray(start, start + core.width), y * mask.width + core.x)
    }
    context.progress((i + 1) / tiles.length)
  }
  return result
}

/** The cells in which something can be seen. */
function cellsOf({ width, height, values }: Plane): Cells {
  const [columns, rows] = [Math.ceil(width / SIDE), Math.ceil(height / SIDE)]
  const needed = new Uint8Array(columns * rows)
  for (let y = 0, i = 0; y < height; y++) {
    const first = Math.floor(y / SIDE) * columns
    for (let x = 0; x < width; x++, i++)
      if ((values[i] as number) > SEEN) needed[first + Math.floor(x / SIDE)] = 1
  }
  return { side: SIDE, margin: 0, columns, rows, needed }
}

/** On a GPU, tiles of the one shape whose answer is known; on WASM, of several. */
function tilesOf(size: Size, cells: Cells, { model, device }: LoadedModel<FixedInputModel>) {
  const { width, height, largest = width * height } = model
  const cut = device.gpu ? { tilePixels: width * height, longest: width } : { tilePixels: largest }
  // A tile of one cell is small enough: there is a cover.
  const tiles = coverOf(size, cells, { halo: HALO, ...cut }) as Tile[]
  const shapeOf = device.gpu ? () => ({ width, height }) : roundedUp
  return tiles.map(({ input, core }) => ({ input: { ...input, ...shapeOf(input) }, core }))
}

const roundedUp = ({ width, height }: Size): Size => ({
  width: MULTIPLE * Math.ceil(width / MULTIPLE),
  height: MULTIPLE * Math.ceil(height / MULTIPLE),
})

/** Float32 [1, 4, height, width] of a place that may reach beyond the image, whose outermost pixels are repeated there. */
function tileOf({ pixels, ...size }: RasterImage, mask: Plane, place: Box): Float32Array {
  const area = place.width * place.height
  const tile = new Float32Array(4 * area)
  for (let v = 0, to = 0; v < place.height; v++) {
    const row = clamp(place.y + v, size.height) * size.width
    for (let u = 0; u < place.width; u++, to++) {
      const at = row + clamp(place.x + u, size.width)
      for (let c = 0; c < 3; c++) tile[c * area + to] = (pixels[at * 4 + c] as number) / 255
      tile[3 * area + to] = mask.values[at] as number
    }
  }
  return tile
}

const clamp = (at: number, length: number) => Math.min(Math.max(at, 0), length - 1)
