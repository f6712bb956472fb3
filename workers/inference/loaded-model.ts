import type { InferenceSession } from 'onnxruntime-web'
import type { Model } from '../../models/models.ts'
import type { Precision } from '../../src/shared/worker/details.ts'
import type { Device } from './device.ts'
import type { Pace } from './gpu/pace.ts'
import type { ShapeChecks } from './gpu/shape-checks.ts'
import type { Recheck } from './recheck.ts'
import type { Runtime } from './runtime.ts'

/** A session, and what running it takes. */
export interface LoadedModel<M extends Model = Model> {
  model: M
  ort: Runtime
  session: InferenceSession
  /** Of the computation, and of what the session reads and writes. */
  precision: Precision
  device: Device
  /** Whether it computes in integers of 8 bits; it reads and writes fp32. */
  int8?: true
  /** For built-in models in integers: the same in fp32. */
  inFp32?(): Promise<LoadedModel>
  /** Whether it runs on WASM because it failed on the GPU. */
  gpuFailed?: true
  /** Output pixels along each axis that are averaged into one of `model.scale`. */
  reduce?: 2
  /** On a GPU. */
  pace?: Pace
  /** On a GPU that failed to run this model: the same on WASM, or in fp32, or undefined where the page has to give up the GPU. */
  onWasm?(error: unknown): Promise<LoadedModel | undefined>
  /** On a GPU of which is not known how fast it is: the same on WASM, if that is faster. */
  race?(trial: Trial): Promise<LoadedModel | undefined>
  /** For models from image to image whose answer is known, on a GPU. */
  shapes?: Pick<ShapeChecks, 'before'>
  /** On a GPU: what WASM makes of the same tiles. */
  opinion?: SecondOpinion
  /** For models whose answer is known, on a GPU. */
  recheck?: Recheck
}

/** What a network computes in. */
export const precisionOf = ({ int8, precision }: LoadedModel): Precision | 'int8' =>
  int8 ? 'int8' : precision

/** A tile of an image, and how to compute it. */
export interface Trial {
  /** Its pixels as a share of those of the network's largest tile. */
  size: number
  /** Called before each. */
  checkpoint(): Promise<void>
  onGpu(): Promise<unknown>
  on(rival: LoadedModel): Promise<unknown>
}

/** Lets WASM compute tiles that a GPU has computed. */
export interface SecondOpinion {
  /** The network on WASM. */
  rival(): Promise<LoadedModel>
  /** How long the GPU has worked, how much of that comparing without a reason took, and takes for a tile. */
  ms: { gpu: number; spent: number; expected: number }
}

/** What a tile is expected to take on WASM until that was measured. */
const EXPECTED_MS = 5_000

export const openOpinion = (rival: SecondOpinion['rival']): SecondOpinion => ({
  rival,
  ms: { gpu: 0, spent: 0, expected: EXPECTED_MS },
})
