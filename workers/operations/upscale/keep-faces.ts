import { detectFaces } from '../../faces/detect.ts'
import { blendFace, faceRegion, transformFace } from '../../faces/region.ts'
import { cropImage } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import { subProgress } from '../../inference/context.ts'
import { opaqueColors } from '../../inference/restore.ts'
import { withoutBlocks } from '../clean/remove-blocks.ts'
import { sharpenCompressed } from '../deblur/index.ts'
import type { OperationContext, StepOf } from '../operation.ts'
import { DEBLUR_MODEL } from '../restore/models.ts'
import { enlarge } from './enlarge.ts'

/** Of the progress of a face. */
const REPAIR_SHARE = 0.3

/**
 * Enlarges the faces of an image faithfully and blends them into what the restoring network made of it, in place: that
 * network redraws eyes and mouths. Compression and blur that were left to that network are removed from them first.
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
    const face = await repaired(seen, subProgress(share, 0, REPAIR_SHARE))
    const part = await enlarge(face, model, scale, subProgress(share, REPAIR_SHARE, 1))
    const place = { x: region.x * scale, y: region.y * scale }
    blendFace(part, restored, place, transformFace(found, scale))
  }
}

/** A face without what a step before has left in the image. */
function repaired(
  face: RasterImage,
  context: OperationContext,
): Promise<RasterImage> | RasterImage {
  if (!face.left) return face
  const { sharpened } = face.left
  return sharpened > 0
    ? sharpenCompressed(face, DEBLUR_MODEL, sharpened, context)
    : withoutBlocks(face, opaqueColors(face), context)
}
