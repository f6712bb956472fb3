import type {
  FixedInputModel,
  ImageToImageModel,
  ImageToImageModelName,
} from '../../models/models.ts'
import type { CustomModelUse } from '../../src/shared/worker/custom-models.ts'
import type { Checkpoints } from '../image/each-row.ts'
import type { LoadedModel } from './loaded-model.ts'

/** What running a model may use of the worker it runs in. */
export interface InferenceContext extends Checkpoints {
  /** The session of a model; the first call downloads the weights and creates it. */
  load(model: ImageToImageModelName): Promise<LoadedModel<ImageToImageModel>>
  /** The same for a model of one input size, built-in or of the application. */
  loadFixedInput(model: string): Promise<LoadedModel<FixedInputModel>>
  /** The name of the application's own model for a use, where it has one. */
  customModelFor(use: CustomModelUse): Promise<string | undefined>
  /** Records that a network was left out, because it would change nothing. */
  noteUnchanged(): void
  /** Records which share of an image a network computed, 0 to 1: before it does. */
  noteComputed(share: number): void
  /** The error to report for a failed run: out of memory, or the GPU was lost. */
  explain(error: unknown): Error
}

/** A part of a step: `from` and `to` are shares of its progress. */
export const subProgress = <C extends Checkpoints>(context: C, from: number, to: number): C => ({
  ...context,
  progress: (ratio) => context.progress(from + (to - from) * ratio),
})
