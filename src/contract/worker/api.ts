import type { ModelName } from '../../../models/models.ts'
import type { FileHeader, ImageInputs, ImageSource } from '../image-source.ts'
import type { ImageInfo, LocalPlan, Plan } from '../plan/plan.ts'
import type { CustomModelsOption } from './custom-models.ts'
import type { Details } from './details.ts'

/** Where networks are computed. */
export type Provider = 'webgpu' | 'wasm'
/** `auto` takes the GPU where there is a real one; `webgpu` takes any adapter, software too. */
export type ProviderChoice = 'auto' | Provider

/** What the page's thread may ask of a worker. The worker knows images and plans, never jobs. */
export interface EngineApi {
  /** Must come before anything else. */
  configure(settings: EngineSettings): void
  /** Reads the header of a source. `path` is the field of the request that errors name. */
  metadata(source: ImageSource, path: string): Promise<Metadata>
  /** Carries out a plan. `call` is a number that `abort` takes. */
  run(
    call: number,
    inputs: ImageInputs,
    plan: LocalPlan,
    onProgress: (progress: Progress) => void,
  ): Promise<RunResult>
  /** Ends a run at its next checkpoint. */
  abort(call: number): void
  /** Decoded pixels as a lossless PNG, which can be stored where pixels cannot. */
  toPng(source: ImageSource): Promise<Blob>
  /** What carrying out a plan may take: the most, where that depends on what its images show. */
  requirements(plan: Plan, inputs: Partial<ImageInputs>): Promise<Requirements>
  /** Downloads models and creates their sessions. */
  preload(names: string[], onDownload: (download: ModelDownload) => void): Promise<void>
  /** Runs every built-in model on a known input and compares its output with the stored one. */
  check(onDownload: (download: ModelDownload) => void): Promise<ModelCheck[]>
  info(): Promise<EngineInfo>
}

/** What the header of a source tells. `header` is passed back with the source; decoded pixels have none. */
export interface Metadata {
  info: ImageInfo
  header?: FileHeader
}

/** What a worker is told before anything else. */
export interface EngineSettings {
  provider: ProviderChoice
  /** The base of relative URLs. */
  base: string
  /** The URL of a PostScript interpreter's module. */
  postscript?: string
  models?: CustomModelsOption
}

/** What a worker says of itself. */
export interface EngineInfo {
  provider: Provider
  /** The GPU adapter, also where it was refused. */
  adapter?: string
  threads: number
  /** Why that provider was chosen. */
  why: string
  /** Models that are stored here already. */
  cached: ModelName[]
}

/** What carrying out a plan may take. */
export interface Requirements {
  /** The models that its steps may load, each once, in the order of the steps. */
  models: ModelRequirement[]
  /**
   * Bytes that the worker holds at once at most, beside its code and the models themselves: the pixels and planes of
   * images, tensors, and the heaps of WebAssembly modules, which grow and never shrink. Other models than the built-in
   * ones are counted without what they need inside.
   */
  peakBytes: number
}

/** A model that a plan may load. */
export interface ModelRequirement {
  /** That of a built-in model, or of one of the application. */
  name: string
  /** Of its file. */
  bytes: number
  /** Whether the file is stored here already. */
  cached: boolean
}

/** Bytes of a download. */
export interface Download {
  loaded: number
  total: number
}

export interface ModelDownload extends Download {
  model: string
}

/**
 * How far a job is. `step` counts from 1; `ratio` is that of the step. `steps` only ever becomes smaller: where
 * they depend on what is found in the image, it is the most that they can be until that is known.
 */
export interface Progress {
  step: number
  steps: number
  operation: string
  ratio: number
  download?: ModelDownload
}

export interface RunResult {
  blob: Blob
  details: Details
}

/** How a model answered a known question. */
export interface ModelCheck {
  model: ModelName
  provider: 'webgpu' | 'wasm'
  ok: boolean
  /** Of one run on 16 x 16 pixels, or on what the model takes, after a first one. */
  ms: number | null
  /** The largest from the stored answer, as a share of values above 1. */
  difference: number | null
  /** What failed, where it is not ok. */
  why?: string
}
