import type { Details } from '../../src/contract/engine/details.ts'
import type { ImageInputs } from '../../src/contract/image-source.ts'
import type { Step } from '../../src/contract/plan/steps.ts'
import type { RasterImage } from '../image/image.ts'
import type { InferenceContext } from '../inference/context.ts'

/** What an operation may ask of the worker it runs in. */
export interface OperationContext extends InferenceContext {
  /** Another picture of the request, decoded. */
  input(name: Exclude<keyof ImageInputs, 'source'>): Promise<RasterImage>
  /** Tells something of the result on the record. */
  note(found: Pick<Details, 'nsfw' | 'faces' | 'face_boxes'>): void
}

/** One kind of work on a picture. It may reuse the memory of the picture that it is given. */
export type Operation<S extends Step> = (
  picture: RasterImage,
  step: S,
  context: OperationContext,
) => Promise<RasterImage>
