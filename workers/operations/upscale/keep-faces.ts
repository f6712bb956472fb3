import { detectFaces, type Face } from '../../faces/detect.ts'
import { faceRegion, faceWeight, transformFace } from '../../faces/region.ts'
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
    blendFace(part, restored, region.x * scale, region.y * scale, transformFace(face, scale))
  }
}

/** Blends the colors of a part of the image into it at (left, top). */
function blendFace(part: RasterImage, into: RasterImage, left: number, top: number, face: Face) {
  const weightAt = faceWeight(face)
  for (let y = 0, from = 0; y < part.height; y++) {
    let to = ((top + y) * into.width + left) * 4
    for (let x = 0; x < part.width; x++, from += 4, to += 4) {
      const weight = weightAt(left + x, top + y)
      for (let c = 0; c < 3; c++) {
        const value = into.pixels[to + c] as number
        into.pixels[to + c] = value + weight * ((part.pixels[from + c] as number) - value)
      }
    }
  }
}
