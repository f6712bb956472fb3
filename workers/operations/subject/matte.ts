import type { Box, Size } from '../../../src/plan/size.ts'
import { isNetworkError } from '../../../src/shared/errors.ts'
import { detectFaces } from '../../faces/detect.ts'
import type { RasterImage } from '../../image/image.ts'
import { limitSize } from '../../image/limit-size.ts'
import { type ImageShape, type Memory, peakOf } from '../../image/memory.ts'
import type { Plane } from '../../image/plane.ts'
import { findMask, maskModels } from '../background/find-mask.ts'
import background from '../background/index.ts'
import { alphaPlane } from '../cut-out/alpha-rows.ts'
import cutOut from '../cut-out/index.ts'
import { refineMask } from '../cut-out/refine.ts'
import type { CustomModelNames, ExtraInputShapes, OperationContext } from '../operation.ts'

/** The background removal that keeps the subject. */
const METHOD = 'auto'
/** Longer side of the images for which no models are downloaded on behalf of a crop alone. */
const SMALL = 512

/** What a face's box is enlarged by to hold hair and hats, as shares of its sides. */
const ABOVE = 0.7
const BESIDE = 0.3

/** The alpha that the subject would have as a cut-out. */
export interface SubjectMatte {
  alpha: Plane
  /** Finds the boxes of heads, in pixels of the plane. */
  findHeads(): Promise<Box[]>
}

/** Whether a matte is made. `available`: its models are stored, or the request needs others anyway. */
export const usesMatte = ({ width, height }: Size, available: boolean): boolean =>
  available || Math.max(width, height) > SMALL

export const matteModels = (custom: CustomModelNames): string[] => maskModels(METHOD, custom)

export const matteMemory = (image: ImageShape, extra: ExtraInputShapes): Memory =>
  peakOf(
    background.memory(image, { op: 'background', remove: METHOD }, extra),
    cutOut.memory(image, { op: 'cut_out' }, extra),
  )

/**
 * Finds the subject as `background.remove` does, on a copy of at most 2048 pixels a side. Undefined where nothing is
 * found; `unavailable` where the weights could not be fetched.
 */
export async function subjectMatte(
  image: RasterImage,
  context: OperationContext,
): Promise<SubjectMatte | 'unavailable' | undefined> {
  const small = await limitSize(image)
  try {
    const mask = await findMask(small, METHOD, context)
    if (!mask) return undefined
    const alpha = alphaPlane(refineMask(small, mask), small)
    return { alpha, findHeads: () => headsIn(small, alpha, context) }
  } catch (error) {
    if (!isNetworkError(error)) throw error
    context.observe({ subjectGuessed: true })
    return 'unavailable'
  }
}

async function headsIn(image: RasterImage, alpha: Plane, context: OperationContext) {
  const faces = (await detectFaces(image, context)).map(({ box }) => box)
  return faces.filter((face) => isInside(face, alpha)).map(headOf)
}

const headOf = ({ x, y, width, height }: Box): Box => ({
  x: x - width * BESIDE,
  y: y - height * ABOVE,
  width: width * (1 + 2 * BESIDE),
  height: height * (1 + ABOVE),
})

function isInside({ x, y, width, height }: Box, alpha: Plane): boolean {
  const [column, row] = [Math.floor(x + width / 2), Math.floor(y + height / 2)]
  return (alpha.values[row * alpha.width + column] as number) > 0.5
}
