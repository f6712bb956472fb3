import type { FixedInputModel } from '../../../models/models.ts'
import type { Size } from '../../../src/plan/size.ts'
import { bilinearRows } from '../../image/bilinear.ts'
import { flipPlanes } from '../../image/flip.ts'
import type { RasterImage } from '../../image/image.ts'
import { emptyPlane, type Plane } from '../../image/plane.ts'
import { resample } from '../../image/resample.ts'
import { inferFirst, normalizeInput, type ScalingFilter } from '../../inference/infer.ts'
import type { LoadedModel } from '../../inference/loaded-model.ts'
import { opaqueColors } from '../../inference/restore.ts'
import type { OperationContext } from '../operation.ts'

/** Combines the outputs for an image and for its mirror image, which differ. */
export type MergeMasks = (first: number, second: number) => number

const average: MergeMasks = (first, second) => (first + second) / 2

/** Near the average where both agree, and near the lower one where they do not. */
export const geometricMean: MergeMasks = (first, second) =>
  Math.sqrt(Math.max(0, first) * Math.max(0, second))

const LEFT_RIGHT = { x: true, y: false }

/** The mask, 0 to 1 and of the image's size, that a network makes of an image and of its mirror image. */
export async function predictMask(
  image: RasterImage,
  loaded: LoadedModel<FixedInputModel>,
  scaling: ScalingFilter,
  context: OperationContext,
  merge = average,
): Promise<Plane> {
  const { width, height } = loaded.model
  const small = await resample(opaqueColors(image), { width, height, filter: scaling })
  const input = normalizeInput(small, loaded.model)
  const straight = await inferFirst(input, loaded, context)
  flipPlanes(input, loaded.model, LEFT_RIGHT)
  const values = await inferFirst(input, loaded, context)
  flipPlanes(values, loaded.model, LEFT_RIGHT)
  for (let i = 0; i < values.length; i++) {
    values[i] = merge(values[i] as number, straight[i] as number)
  }
  return resizePlane({ width, height, values }, image)
}

/** A plane of another size, linearly interpolated. */
function resizePlane(plane: Plane, size: Size): Plane {
  const out = emptyPlane(size)
  const row = bilinearRows(plane, size)
  for (let y = 0; y < size.height; y++) out.values.set(row(y), y * size.width)
  return out
}

/** Scales a mask to the range 0 to 1, in place, as models of the U2-Net family need it. */
export function normalizeRange(mask: Plane): Plane {
  let [min, max] = [1, 0]
  for (const value of mask.values) {
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  const range = Math.max(1e-6, max - min)
  for (let i = 0; i < mask.values.length; i++) {
    mask.values[i] = ((mask.values[i] as number) - min) / range
  }
  return mask
}
