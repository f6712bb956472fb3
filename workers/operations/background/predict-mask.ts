import type { FixedInputModel } from '../../../models/models.ts'
import type { Size } from '../../../src/contract/plan/size.ts'
import { bilinearRows } from '../../image/bilinear.ts'
import type { RasterImage } from '../../image/image.ts'
import { emptyPlane, type Plane } from '../../image/plane.ts'
import { resample } from '../../image/resample.ts'
import { inferFirst, normalizeInput, type Scaling } from '../../inference/infer.ts'
import type { LoadedModel } from '../../inference/loaded-model.ts'
import { opaqueColors } from '../../inference/restore.ts'
import type { OperationContext } from '../operation.ts'

/** Makes one of what a network sees in an image and in its mirror image: it does not answer the same to both. */
export type Merge = (one: number, other: number) => number

const average: Merge = (one, other) => (one + other) / 2

/** Near the average where both agree, and near the lower one where only one of them sees something. */
export const agreed: Merge = (one, other) => Math.sqrt(Math.max(0, one) * Math.max(0, other))

/** The mask, 0 to 1 and of the image's size, that a network sees in an image and in its mirror image. */
export async function predictMask(
  image: RasterImage,
  loaded: LoadedModel<FixedInputModel>,
  scaling: Scaling,
  context: OperationContext,
  merge = average,
): Promise<Plane> {
  const { width, height } = loaded.model
  const small = await resample(opaqueColors(image), { width, height, filter: scaling })
  const input = normalizeInput(small, loaded.model)
  const straight = await inferFirst(input, loaded, context)
  const turned = await inferFirst(mirrored(input, width), loaded, context)
  const values = mirrored(turned, width).map((value, i) => merge(value, straight[i] as number))
  return stretched({ width, height, values }, image)
}

/** A plane of another size, linearly interpolated. */
function stretched(plane: Plane, size: Size): Plane {
  const out = emptyPlane(size)
  const row = bilinearRows(plane, size)
  for (let y = 0; y < size.height; y++) out.values.set(row(y), y * size.width)
  return out
}

/** Each row from right to left. */
function mirrored(values: Float32Array, width: number): Float32Array {
  const out = new Float32Array(values.length)
  for (let start = 0; start < values.length; start += width) {
    for (let x = 0; x < width; x++) out[start + x] = values[start + width - 1 - x] as number
  }
  return out
}

/** Its least value becomes 0 and its largest 1, as the U2-Net family wants it. Changes the mask. */
export function spread(mask: Plane): Plane {
  let [least, most] = [1, 0]
  for (const value of mask.values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  const range = Math.max(1e-6, most - least)
  for (let i = 0; i < mask.values.length; i++) {
    mask.values[i] = ((mask.values[i] as number) - least) / range
  }
  return mask
}
