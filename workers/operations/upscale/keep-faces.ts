import { detectFaces } from '../../faces/detect.ts'
import { blendFace, faceRegion, transformFace } from '../../faces/region.ts'
import { cropImage } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import { type InferenceContext, subProgress } from '../../inference/context.ts'
import type { StepOf } from '../operation.ts'
import { enlarge } from './enlarge.ts'

/**
 * Enlarges the faces of an image faithfully and blends them into what the restoring network made of it, in place: that
 * network redraws eyes and mouths.
 */
export async function keepFaces(
  image: RasterImage,
  restored: RasterImage,
  { model, scale }: Pick<StepOf<'upscale'>, 'model' | 'scale'>,
  context: InferenceContext,
): Promise<void> {
  const faces = await detectFaces(image, context)
  for (const [i, face] of faces.entries()) {
    const region = faceRegion(face, image)
    const share = subProgress(context, i / faces.length, (i + 1) / faces.length)
    const part = await enlarge(cropImage(image, region), model, scale, share)
    const place = { x: region.x * scale, y: region.y * scale }
    blendFace(part, restored, place, transformFace(face, scale))
  }
}
