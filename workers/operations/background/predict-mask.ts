import type { FixedInputModel } from '../../../models/models.ts'
import { resizePlane } from '../../image/bilinear.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Plane } from '../../image/plane.ts'
import { resample } from '../../image/resample.ts'
import { infer, normalizeInput } from '../../inference/infer.ts'
import type { LoadedModel } from '../../inference/loaded-model.ts'
import type { OperationContext } from '../operation.ts'
import { averageWithMirror } from './average-with-mirror.ts'
import { overGray } from './over-gray.ts'

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
  const [name = ''] = loaded.session.outputNames
  const straight = await infer(input, loaded, context, [name])
  const { [name]: values } = await averageWithMirror(straight, input, loaded, context)
  return normalizeRange(resizePlane({ width, height, values: values as Float32Array }, image))
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
