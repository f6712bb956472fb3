import type { Size } from '../../src/plan/size.ts'
import type { Step } from '../../src/plan/steps.ts'
import type { ImageInputs } from '../../src/shared/image-source.ts'
import type { Observations } from '../../src/shared/worker/api.ts'
import type { CustomModelUse } from '../../src/shared/worker/custom-models.ts'
import type { Details, FoundBy, UpscaleChoice } from '../../src/shared/worker/details.ts'
import type { TileSize } from '../../src/shared/worker/tile-size.ts'
import type { RasterImage } from '../image/image.ts'
import type { ImageShape, Memory } from '../image/memory.ts'
import type { InferenceContext } from '../inference/context.ts'

/** The images of a request beside its source. */
export type ExtraInput = Exclude<keyof ImageInputs, 'source'>

/** What an operation may use of the worker it runs in. */
export interface OperationContext extends InferenceContext {
  /** Another image of the request, decoded: one of the operation's `inputs`. */
  input(name: ExtraInput): Promise<RasterImage>
  /** Adds something to the details of the result. */
  note(details: Pick<Details, 'nsfw' | 'faces' | 'face_boxes'>): void
  /** Adds how an image was enlarged to the details of the step. */
  noteChoice(choice: UpscaleChoice): void
  /** Adds how a subject was found to the details of the step. */
  noteFoundBy(by: FoundBy): void
  /** Tells what the caller may have to be warned of. */
  observe(observed: Observations): void
}

/** The step that an operation carries out. */
export type StepOf<Op extends Step['op']> = Extract<Step, { op: Op }>

/** The application's own model for each use, by its name. */
export type CustomModelNames = Partial<Record<CustomModelUse, string>>

/** The other images of a request, and the bytes that decoding each of them holds. */
export type ExtraInputShapes = Record<ExtraInput, ImageShape & { decodeBytes: number }>

/**
 * One kind of work on an image, and what it needs. `run` does the work; the rest is asked before anything runs, and is
 * the most that may come where it depends on what the image shows.
 */
export interface Operation<S extends Step> {
  /** May reuse the memory of `image`, or work in place, unless it `readsOnly`. */
  run(image: RasterImage, step: S, context: OperationContext): Promise<RasterImage>
  /** Whether `run` never changes the pixels of `image`: then those in the step cache need not be copied for it. */
  readsOnly?: true
  /** The models that `run` may load: built-in ones, or those of the application that take their place. */
  models?(step: S, custom: CustomModelNames): string[]
  /** The other images of the request that `run` may ask for: its result depends on them. */
  inputs?(step: S): ExtraInput[]
  /** What the image is afterwards, where its size or its transparency changes. */
  result?(image: ImageShape, step: S, inputs: ExtraInputShapes): ImageShape
  /** What `run` holds at its peak: the image, the result and everything between them. */
  memory(image: ImageShape, step: S, inputs: ExtraInputShapes, tiles: TileSize): Memory
}

/** An image of another size. */
export const resized = ({ alpha }: ImageShape, { width, height }: Size): ImageShape => ({
  width,
  height,
  alpha,
})
