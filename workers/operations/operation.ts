import type { Painter, PainterName, Viewer } from '../../models/models.ts'
import type { Details } from '../../src/jobs/record.ts'
import type { Step } from '../../src/plan/steps.ts'
import type { Inputs } from '../../src/sources/source.ts'
import type { Loaded } from '../neural/loaded.ts'
import type { Use } from '../neural/own-models.ts'
import type { Picture } from '../picture.ts'

/** What an operation may ask of the worker it runs in. */
export interface Context {
  /** Reports how far the step is, 0 to 1. */
  progress(ratio: number): void
  /** Lets messages in, and throws once the job was aborted. Call it between tiles. */
  checkpoint(): Promise<void>
  /** Another picture of the request, decoded. */
  input(name: Exclude<keyof Inputs, 'source'>): Promise<Picture>
  /** A session for a model, downloaded and created when first asked for. */
  load(model: PainterName): Promise<Loaded<Painter>>
  /** The same for one that looks at whole pictures. */
  viewer(model: string): Promise<Loaded<Viewer>>
  /** The name of the application's own model for a use, where it has one. */
  ownFor(use: Use): Promise<string | undefined>
  /** Tells something of the result on the record. */
  note(found: Pick<Details, 'nsfw' | 'faces' | 'face_boxes'>): void
  /** Names what a run failed of. */
  explain(error: unknown): Error
}

/** One kind of work on a picture. It may reuse the memory of the picture that it is given. */
export type Operation<S extends Step> = (
  picture: Picture,
  step: S,
  context: Context,
) => Promise<Picture>

/** A part of the step, from and to shares of it. */
export const within = (context: Context, from: number, to: number): Context => ({
  ...context,
  progress: (ratio) => context.progress(from + (to - from) * ratio),
})
