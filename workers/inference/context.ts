import type {
  FixedInputModel,
  ImageToImageModel,
  ImageToImageModelName,
} from '../../models/models.ts'
import type { CustomModelUse } from '../../src/contract/worker/custom-models.ts'
import type { Checkpoints } from '../image/each-row.ts'
import type { LoadedModel } from './loaded-model.ts'

/** What running a model may ask of the worker it runs in. */
export interface InferenceContext extends Checkpoints {
  /** A session for a model, downloaded and created when first asked for. */
  load(model: ImageToImageModelName): Promise<LoadedModel<ImageToImageModel>>
  /** The same for a model that takes a whole image at one size. */
  loadFixedInput(model: string): Promise<LoadedModel<FixedInputModel>>
  /** The name of the application's own model for a use, where it has one. */
  customModelFor(use: CustomModelUse): Promise<string | undefined>
  /** The error to report for a failed run: out of memory, or the GPU was lost. */
  explain(error: unknown): Error
}

/** A part of a step: `from` and `to` are shares of its progress. */
export const subProgress = <C extends Checkpoints>(context: C, from: number, to: number): C => ({
  ...context,
  progress: (ratio) => context.progress(from + (to - from) * ratio),
})
