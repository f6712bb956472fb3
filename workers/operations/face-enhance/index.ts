import { toFaceBox } from '../../faces/boxes.ts'
import {
  allRotations,
  detectFaces,
  detectFacesMemory,
  FACE_DETECTOR,
  type Face,
} from '../../faces/detect.ts'
import { blendFace, faceRegion, transformFace } from '../../faces/region.ts'
import { cropImage } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import { limitedSize, limitSize, limitSizeMemory } from '../../image/limit-size.ts'
import { beside, peakOf, rgbaBytes } from '../../image/memory.ts'
import { resample } from '../../image/resample.ts'
import { subProgress } from '../../inference/context.ts'
import { fixedInputMemory } from '../../inference/memory.ts'
import { opaqueColors } from '../../inference/restore.ts'
import { smoothlyEnlarged } from '../clean/at-original-size.ts'
import { SMALLEST_SCALE } from '../clean/estimate-upscale.ts'
import type { Operation, OperationContext, StepOf } from '../operation.ts'
import { compressionIn } from '../restore/compression-in.ts'
import { RESTORE_MODEL } from '../restore/models.ts'
import { restoreFace, restoreFaceMemory, workingSize } from './restore.ts'
import { restoreByCustomModel } from './restore-by-custom-model.ts'
import { smoothSkin, smoothSkinBytes } from './smooth.ts'

type FaceEnhance = StepOf<'face_enhance'>

/** Maximum side in pixels at which a face is restored, and the skin smoothing that is part of the type. */
export const types = {
  'beautify-real': { maxSide: 2048, smooth: 0 },
  beautify: { maxSide: 512, smooth: 0.5 },
}

/**
 * Restores each detected face, in place, and notes their number and boxes. Pixels outside the faces do not change. The
 * identity is kept: the built-in networks remove noise, artifacts and blur, and generate nothing. A custom model of the
 * application may.
 */
const faceEnhance: Operation<FaceEnhance> = {
  async run(image, step, context) {
    const faces = await findFaces(image, context)
    const looks = faces.length > 0 && step.level > 0
    const enlarged = looks
      ? step.enlarged * (await enlargedBefore(image, step.enlarged, context))
      : 1
    context.note({ faces: faces.length, face_boxes: faces.map(toFaceBox) })
    for (const [i, face] of faces.entries()) {
      const span = [0.1 + (0.9 * i) / faces.length, 0.1 + (0.9 * (i + 1)) / faces.length] as const
      await enhance(image, face, { ...step, enlarged }, subProgress(context, ...span))
    }
    return image
  },
  models({ level }, custom) {
    if (level === 0) return [FACE_DETECTOR]
    return [FACE_DETECTOR, custom.face ?? RESTORE_MODEL]
  },
  /** The estimate for a face that fills the image. */
  memory(image, { type, level, smoothing, enlarged }, _inputs, tiles) {
    const detection = detectFacesMemory(limitedSize(image))
    const skin = smoothing > 0 || types[type].smooth > 0 ? smoothSkinBytes(image) : 0
    return peakOf(
      limitSizeMemory(image),
      beside(rgbaBytes(image), peakOf(detection, fixedInputMemory(FACE_DETECTOR))),
      level > 0
        ? beside(rgbaBytes(image), restoreFaceMemory(image, enlarged, types[type].maxSide, tiles))
        : { arrays: 0 },
      { arrays: 3 * rgbaBytes(image) + skin },
    )
  },
}

async function findFaces(image: RasterImage, context: OperationContext): Promise<Face[]> {
  const small = await limitSize(image)
  const faces = await detectFaces(small, context, allRotations)
  context.progress(0.1)
  return faces.map((face) => transformFace(face, image.width / small.width))
}

/** The factor by which an image was enlarged before it came: 1 if it was not, or nothing of that is left. */
async function enlargedBefore(
  image: RasterImage,
  enlarged: number,
  context: OperationContext,
): Promise<number> {
  if (image.redrawn) return 1
  const source = await asItCame(opaqueColors(image), enlarged)
  const { enlargement } = await compressionIn(source, context)
  return source.width / (smoothlyEnlarged(source, enlargement) ?? source).width
}

/** The image at the size that it had before this job enlarged it: what a network has drawn hides an earlier enlargement. */
function asItCame(image: RasterImage, enlarged: number): RasterImage | Promise<RasterImage> {
  if (enlarged < SMALLEST_SCALE) return image
  const { size } = workingSize(image, enlarged, Number.POSITIVE_INFINITY)
  return resample(image, { ...size, filter: 'triangle' })
}

async function enhance(
  image: RasterImage,
  face: Face,
  { type, level, smoothing, enlarged }: FaceEnhance,
  context: OperationContext,
): Promise<void> {
  const { maxSide, smooth } = types[type]
  const region = faceRegion(face, image)
  const part = cropImage(image, region)
  const localFace = transformFace(face, 1, region.x, region.y)
  if (level > 0) {
    const network = await context.customModelFor('face')
    const restored = network
      ? await restoreByCustomModel(part, localFace, await context.loadFixedInput(network), context)
      : await restoreFace(part, enlarged, maxSide, context)
    if (smooth > 0) smoothSkin(restored, localFace, smooth)
    blendFace(restored, image, region, face, level)
  }
  if (smoothing === 0) return
  const smoothed = cropImage(image, region)
  smoothSkin(smoothed, localFace, smoothing)
  blendFace(smoothed, image, region, face)
}

export default faceEnhance
