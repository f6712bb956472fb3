import type { FixedInputModel } from '../../../models/models.ts'
import { resizePlane } from '../../image/bilinear.ts'
import { flipPlanes } from '../../image/flip.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Plane } from '../../image/plane.ts'
import { resample } from '../../image/resample.ts'
import { inferFirst, normalizeInput } from '../../inference/infer.ts'
import type { LoadedModel } from '../../inference/loaded-model.ts'
import type { OperationContext } from '../operation.ts'
import { overGray } from './over-gray.ts'

const LEFT_RIGHT = { x: true, y: false }

/**
 * The mask, 0 to 1 and of the image's size, that a network of the application's own makes of an image and of its mirror
 * image. It is stretched to that range, as networks of the U2-Net family need it.
 */
export async function predictMask(
  image: RasterImage,
  loaded: LoadedModel<FixedInputModel>,
  context: OperationContext,
): Promise<Plane> {
  const { width, height } = loaded.model
  const small = await resample(overGray(image), { width, height, filter: 'lanczos3' })
  const input = normalizeInput(small, loaded.model)
  const straight = await inferFirst(input, loaded, context)
  flipPlanes(input, loaded.model, LEFT_RIGHT)
  const values = await inferFirst(input, loaded, context)
  flipPlanes(values, loaded.model, LEFT_RIGHT)
  for (let i = 0; i < values.length; i++) {
    values[i] = ((values[i] as number) + (straight[i] as number)) / 2
  }
  return normalizeRange(resizePlane({ width, height, values }, image))
}

/** Scales a mask to the range 0 to 1, in place. */
function normalizeRange(mask: Plane): Plane {
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
