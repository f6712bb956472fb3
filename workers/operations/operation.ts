import type { ImageInputs } from '../../src/contract/image-source.ts'
import type { Step } from '../../src/contract/plan/steps.ts'
import type { Details } from '../../src/contract/worker/details.ts'
import type { RasterImage } from '../image/image.ts'
import type { InferenceContext } from '../inference/context.ts'

/** What an operation may ask of the worker it runs in. */
export interface OperationContext extends InferenceContext {
  /** Another image of the request, decoded. */
  input(name: Exclude<keyof ImageInputs, 'source'>): Promise<RasterImage>
  /** Tells something of the result on the record. */
  note(found: Pick<Details, 'nsfw' | 'faces' | 'face_boxes'>): void
}

/** One kind of work on an image. It may reuse the memory of the image that it is given. */
export type Operation<S extends Step> = (
  image: RasterImage,
  step: S,
  context: OperationContext,
) => Promise<RasterImage>
