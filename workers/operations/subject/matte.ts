import type { Box, Size } from '../../../src/plan/size.ts'
import { isNetworkError } from '../../../src/shared/errors.ts'
import type { TileSize } from '../../../src/shared/worker/tile-size.ts'
import { detectFaces, FACE_DETECTOR } from '../../faces/detect.ts'
import type { RasterImage } from '../../image/image.ts'
import { limitSize } from '../../image/limit-size.ts'
import { type ImageShape, type Memory, peakOf } from '../../image/memory.ts'
import type { Plane } from '../../image/plane.ts'
import { findMask, maskModel } from '../background/find-mask.ts'
import background from '../background/index.ts'
import { EDGE_MODEL } from '../cut-out/draw-border.ts'
import cutOut from '../cut-out/index.ts'
import { refineMask } from '../cut-out/refine.ts'
import type { CustomModelNames, ExtraInputShapes, OperationContext } from '../operation.ts'

/** The background removal that keeps the subject. */
const METHOD = 'auto'
/** Longer side of the images for which no models are downloaded on behalf of a crop alone. */
const SMALL = 512

/** What models see in an image. */
export interface Seen {
  /** The size of the copy that they saw: of `alpha`, and in whose pixels faces are. */
  size: Size
  /** The alpha that the subject would have as a cut-out. Absent where nothing is found. */
  alpha?: Plane
  /** Looked for in `content` only. */
  faces: Box[]
}

/** Whether a matte is made. `available`: its models are stored, or the request needs others anyway. */
export const usesMatte = ({ width, height }: Size, available: boolean): boolean =>
  available || Math.max(width, height) > SMALL

export type Focus = 'content' | 'item'

/** The models that `see` loads. */
export const matteModels = (focus: Focus, custom: CustomModelNames): string[] => [
  maskModel(METHOD, custom),
  EDGE_MODEL,
  ...(focus === 'content' ? [FACE_DETECTOR] : []),
]

export const matteMemory = (
  image: ImageShape,
  ...rest: [inputs: ExtraInputShapes, tiles: TileSize]
): Memory =>
  peakOf(
    background.memory(image, { op: 'background', remove: METHOD }, ...rest),
    cutOut.memory(image, { op: 'cut_out', found: true }, ...rest),
  )

/**
 * Finds the subject as `background.remove` does, on a copy of at most 2048 pixels a side; `unavailable` where the weights
 * could not be fetched.
 */
export async function see(
  image: RasterImage,
  focus: Focus,
  context: OperationContext,
): Promise<Seen | 'unavailable'> {
  const small = await limitSize(image)
  try {
    const mask = await findMask(small, METHOD, context)
    const faces = focus === 'content' ? await detectFaces(small, context) : []
    const alpha = mask && (await refineMask(small, mask, context))
    return { size: small, ...(alpha && { alpha }), faces: faces.map(({ box }) => box) }
  } catch (error) {
    if (!isNetworkError(error)) throw error
    context.observe({ subjectGuessed: true })
    return 'unavailable'
  }
}
