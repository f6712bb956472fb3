import { models } from '../../../models/models.ts'
import type { Box, Size } from '../../../src/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Plane } from '../../image/plane.ts'
import { boxAround } from '../../image/plane-part.ts'
import { inferFirst } from '../../inference/infer.ts'
import type { OperationContext } from '../operation.ts'

export const EDGE_MODEL = 'edge'

/** A share of what is drawn that can be seen. */
const SEEN = 1e-6

/** Pixels around what is taken of a tile: what lies beyond moves alpha by 5 of 255 at most. */
const HALO = 32
/** Tiles begin at multiples of this: the network halves its planes three times. */
const MULTIPLE = 8

/** The mask, 0 to 1, with what the network draws from it and the image wherever `weights` are not 0, tile by tile. */
export async function drawBorder(
  image: RasterImage,
  mask: Plane,
  weights: Plane,
  context: OperationContext,
): Promise<Plane> {
  const { width, height } = models[EDGE_MODEL]
  const cores = coresOf(weights, { width: width - 2 * HALO, height: height - 2 * HALO })
  if (cores.length === 0) return mask
  const loaded = await context.loadFixedInput(EDGE_MODEL)
  const result = { ...mask, values: mask.values.slice() }
  for (const [i, box] of cores.entries()) {
    const place = { x: box.x - HALO, y: box.y - HALO, width, height }
    const drawn = await inferFirst(tileOf(image, mask, place), loaded, context)
    for (let y = 0; y < box.height; y++) {
      const start = (y + HALO) * width + HALO
      result.values.set(drawn.subarray(start, start + box.width), (box.y + y) * mask.width + box.x)
    }
    context.progress((i + 1) / cores.length)
  }
  return result
}

/** Boxes of at most that size, side by side, that hold all that can be seen. */
function coresOf(weights: Plane, core: Size): Box[] {
  if (!weights.values.some((value) => value > SEEN)) return []
  const all = boxAround(weights, [SEEN, 2], 0)
  const [right, bottom] = [all.x + all.width, all.y + all.height]
  const boxes: Box[] = []
  for (let y = aligned(all.y); y < bottom; y += core.height) {
    for (let x = aligned(all.x); x < right; x += core.width) {
      const width = Math.min(core.width, right - x)
      boxes.push({ x, y, width, height: Math.min(core.height, bottom - y) })
    }
  }
  return boxes.filter((box) => holdsAny(weights, box))
}

const aligned = (at: number) => at - (at % MULTIPLE)

function holdsAny({ width: stride, values }: Plane, { x, y, width, height }: Box): boolean {
  for (let row = y; row < y + height; row++) {
    const start = row * stride + x
    if (values.subarray(start, start + width).some((value) => value > SEEN)) return true
  }
  return false
}

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
