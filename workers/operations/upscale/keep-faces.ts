import { detectFaces } from '../../faces/detect.ts'
import { blendFace, faceRegion, transformFace } from '../../faces/region.ts'
import { cropImage } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import { subProgress } from '../../inference/context.ts'
import { opaqueColors } from '../../inference/restore.ts'
import { withoutBlocks } from '../clean/remove-blocks.ts'
import type { OperationContext, StepOf } from '../operation.ts'
import { enlarge } from './enlarge.ts'

/** Of the progress of a face. */
const CLEAN_SHARE = 0.3

/**
 * Enlarges the faces of an image faithfully and blends them into what the restoring network made of it, in place: that
 * network redraws eyes and mouths. Compression that was left to that network is removed from them first.
 */
export async function keepFaces(
  image: RasterImage,
  restored: RasterImage,
  { model, scale }: Pick<StepOf<'upscale'>, 'model' | 'scale'>,
  context: OperationContext,
): Promise<void> {
  const faces = await detectFaces(image, context)
  for (const [i, found] of faces.entries()) {
    const region = faceRegion(found, image)
    const share = subProgress(context, i / faces.length, (i + 1) / faces.length)
    const seen = cropImage(image, region)
    const cleaned = subProgress(share, 0, CLEAN_SHARE)
    const face = image.blocks ? await withoutBlocks(seen, opaqueColors(seen), cleaned) : seen
    const part = await enlarge(face, model, scale, subProgress(share, CLEAN_SHARE, 1))
    const place = { x: region.x * scale, y: region.y * scale }
    blendFace(part, restored, place, transformFace(found, scale))
  }
}
