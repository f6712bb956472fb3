import type { ModelName } from '../../../models/models.ts'
import type { ImageInfo, LocalPlan, Plan } from '../../plan/plan.ts'
import type { Size } from '../../plan/size.ts'
import type { FileHeader, ImageInputs, ImageSource } from '../image-source.ts'
import type { Priority } from '../priority.ts'
import type { CustomModelsOption } from './custom-models.ts'
import type { Details, Precision } from './details.ts'
import type { SvgFacts, SvgOptions } from './svg.ts'
import type { BytesByTiles, TileSize } from './tile-size.ts'

/** Where models run: on the GPU or on the CPU. */
export type Provider = 'webgpu' | 'wasm'
/** `auto` uses a hardware GPU if there is one that serves, else WASM; `webgpu` also uses a software adapter, and WebKit's. */
export type ProviderChoice = 'auto' | Provider
/** `auto` computes in fp16 where that is right. */
export type PrecisionChoice = 'auto' | 'fp32'

/** The API of a worker to the main thread. Workers know images and plans, but no jobs. */
export interface EngineApi {
  /** Must be called first. Returns the worker's build. */
  configure(settings: EngineSettings): Promise<string>
  /** Reads the header of a source. `path` is the request's field, for errors. */
  metadata(source: ImageSource, path: string): Promise<Metadata>
  /** Carries out a plan. `call` identifies the run for `abort`. */
  run(
    call: number,
    inputs: ImageInputs,
    plan: LocalPlan,
    settings: RunSettings,
    onProgress: (progress: RunProgress) => void,
    onStorable?: (steps: StorableSteps) => void,
  ): Promise<RunResult>
  /** Stops a run at its next checkpoint. */
  abort(call: number): void
  /** Whether the GPU was lost: another may be had. */
  isGpuLost(): boolean
  /** The longest cached prefix of a plan, for the worker that goes on after the GPU was lost. */
  finished(inputs: ImageInputs, plan: LocalPlan): Promise<FinishedSteps | undefined>
  /** Which of some stored results is that of the longest prefix of a plan, by their keys. */
  longestPrefix(inputs: ImageInputs, plan: LocalPlan, keys: string[]): Promise<string | undefined>
  /** Counts what drawing an SVG takes. */
  svgFacts(file: Blob): Promise<SvgFacts>
  /**
   * Draws an SVG by the renderer of the application.
   * @param start where its root starts, in characters.
   */
  renderSvg(file: Blob, start: number, stated: Size, size: Size): Promise<ImageData>
  /** Encodes decoded pixels as a lossless PNG, so that they can be stored. */
  toPng(source: ImageSource): Promise<Blob>
  /** What carrying out a plan may take: the most, where that depends on what its images show. */
  requirements(plan: Plan, inputs: Partial<ImageInputs>): Promise<Requirements>
  /** What a plan asks of the pool of workers, without a look at its images. `fileBytes`: of the source. */
  demand(plan: LocalPlan, fileBytes: number): Promise<PlanDemand>
  /** Downloads models and creates their sessions. */
  preload(names: string[], onDownload: (download: ModelDownload) => void): Promise<void>
  /** How long a network takes for a small tile, in milliseconds. */
  smallTileMs(network: string): Promise<number>
  /** Runs every built-in model on a known input and compares its output with the stored one. */
  check(onDownload: (download: ModelDownload) => void): Promise<ModelCheck[]>
  info(): Promise<EngineInfo>
  /** URLs of the worker's script and of what it has loaded, without weights. */
  loadedFiles(): string[]
}

/** How a plan is carried out. */
export interface RunSettings {
  /** Those of networks; `usual` where nothing is said. With small ones they run in one view. */
  tiles?: TileSize
  /** Networks run in one view: faster, for a preview. */
  draft?: boolean
  /** A run of higher priority goes first in a worker that has both. */
  priority?: Priority
  /** Steps that another worker, or an earlier page, has done. */
  finished?: FinishedSteps
  /** What took so many milliseconds is given to `onStorable`. */
  storeFromMs?: number
}

/** Entries of a worker's step cache. The page only passes them on. */
export type FinishedSteps = { key: string; value: unknown; ms: number }[]

/** The result of a step that is worth storing, with what leads to it. */
export interface StorableSteps {
  /** The SHA-256 of what made the result. */
  key: string
  entries: FinishedSteps
  bytes: number
}

export interface PlanDemand {
  /** Whether it runs no network, or quick ones only. */
  light: boolean
  /** The most memory that it holds at once. */
  bytes: BytesByTiles
}

/** What is known of a source before it is decoded. `header` is passed back with the source; decoded pixels have none. */
export interface Metadata {
  info: ImageInfo
  header?: FileHeader
}

/** The settings of a worker. */
export interface EngineSettings {
  provider: ProviderChoice
  /** A lock that the worker holds as long as it lives: nothing else tells the page that it was ended from outside. */
  life?: string
  /** Use one WASM thread: several did not start in an earlier worker, or were slower. */
  oneThread?: boolean
  /** The page has given its GPU up, and has the runtime for it: WASM can run in that. */
  gpuRuntime?: boolean
  /** The page has lost a GPU: tiles are smaller on the next one. */
  afterLoss?: boolean
  /** How slow networks were on the GPU in earlier workers, in milliseconds a pixel. */
  paces?: Record<string, number>
  /** `auto` by default. */
  precision?: PrecisionChoice
  /** Base URL of relative URLs. */
  base: string
  /** URL of a PostScript interpreter's module. */
  postscript?: string
  svg?: SvgOptions
  models?: CustomModelsOption
  /** By default no results of steps are cached. */
  cache?: CacheSettings
}

export interface CacheSettings {
  bytes: number
  /** Results are cached if making them again takes so many milliseconds. */
  fromMs?: number
}

/** How a worker runs models. */
export interface EngineInfo {
  provider: Provider
  /** Name of the GPU adapter, also of one that is not used. */
  adapter?: string
  threads: number
  /**
   * What networks from image to image compute in: `fp16` where the GPU can. Those that are not exact enough in it compute in
   * `fp32` all the same: `check()` and the details of jobs tell of each.
   */
  precision: Precision
  /** Why this provider was chosen. */
  why: string
  /** What is known of networks on the GPU, where `provider` is `auto`. `check()` finds it anew. */
  verdicts?: GpuVerdict[]
  /** Models in the browser's cache. */
  cached: ModelName[]
  /** Why there can be none, in the browser's words: it forbids databases, as to documents of opaque origin. */
  notCached?: string
}

/** What was found of a network on this GPU. It holds for 14 days, unless adapter, browser or Darkroom change. */
export interface GpuVerdict {
  model: string
  /** `slow`: WebAssembly was faster. Networks that are `slow` or `wrong` run there. */
  verdict: 'right' | 'slow' | 'wrong'
  /** When, as ISO 8601. */
  found: string
}

/** What a plan may need. */
export interface Requirements {
  /** The models that its steps may load, each once, in the order of the steps. */
  models: ModelRequirement[]
  /**
   * Peak memory of the worker in bytes, apart from its code and the models themselves: pixels and planes of images,
   * tensors, and the heaps of WebAssembly modules, which grow and never shrink. The internal memory of custom models is
   * not counted.
   */
  peakBytes: BytesByTiles
  /** What it may take at the speed of what the worker has done; absent where a network of it has not run yet. */
  ms?: number
}

/** A model that a plan may load. */
export interface ModelRequirement {
  /** Name of a built-in model, or of one of the application. */
  name: string
  /** Where its file is fetched from. */
  url: string
  /** Size of its file. */
  bytes: number
  /** Whether the browser's cache has it. */
  cached: boolean
}

/** Progress of a download, in bytes. */
export interface Download {
  loaded: number
  total: number
}

export interface ModelDownload extends Download {
  model: string
}

/**
 * Progress of a job. `step` counts from 1; `ratio` is the share of this step that is done, 0 to 1, and never falls. `steps`
 * never grows: while the number of steps depends on the image's content, it is the largest possible one.
 */
export interface Progress {
  step: number
  steps: number
  operation: string
  ratio: number
  download?: ModelDownload
}

/** Progress of a run. `share`: of the time that it takes, as far as that can be told. */
export interface RunProgress extends Progress {
  share?: number
}

/** One of several sizes of a result. */
export interface SizedFile extends Size {
  blob: Blob
}

export interface RunResult {
  /** Empty where there is a bitmap. */
  blob: Blob
  /** Where the plan asks for it, and the browser can state the image's colors. */
  bitmap?: ImageBitmap
  /** Of several sizes, those below the largest, the smallest first. */
  smaller?: SizedFile[]
  details: Details
  observed?: Observations
  /** How slow networks were on the GPU, for workers that start later. */
  paces?: Record<string, number>
  /** The networks to load in another worker, which is to take the place of this one. */
  worn?: string[]
  /** A network by which another worker is to find whether one thread is faster than several. */
  tryOneThread?: string
}

/** What a run saw in its images, and the caller may have to be warned of. */
export interface Observations {
  /** Nothing was transparent where a color was to be put behind it. */
  opaque?: true
  /** Transparent pixels became white in a jpeg. */
  transparencyLost?: true
  /** EXIF was to be kept, and there is none that can be read. */
  exifMissing?: true
  /** The background was removed, and nothing else was found. */
  nothingFound?: true
  /** `crop: item` found no item. */
  itemMissing?: true
  /** The background was to be removed from a cut-out: it stayed as it was. */
  cutOutBefore?: true
  /** What stays was to be corrected in an image without transparency, of which nothing was removed. */
  nothingToCorrect?: true
  /** A cut-out came back from the remote service without transparency, and got that with which it was sent. */
  alphaRestored?: true
  /** What came back from the remote service differs from what was sent: its pixels were not put back. */
  detailLost?: true
  /** `deblur` removed compression only: sharpening would have brought out the grain. */
  grainKept?: true
  /** The network that failed on the GPU, and ran on WASM. */
  gpuFailed?: string
  /** A color cast was estimated without the network, whose weights could not be fetched. */
  castGuessed?: true
  /** The content or the item was found without the networks of `background.remove`, whose weights could not be fetched. */
  subjectGuessed?: true
  /** Why nothing of the caption is seen. */
  captionUnseen?: 'outside' | 'transparent'
}

/** The result of running a model on a known input. */
export interface ModelCheck {
  model: ModelName
  provider: 'webgpu' | 'wasm'
  /** What it computes in, `int8` in integers of 8 bits; absent if it could not be loaded. */
  precision?: Precision | 'int8'
  ok: boolean
  /** Duration of the second run, on 16 x 16 pixels or the model's fixed input size. */
  ms: number | null
  /** Largest difference from the stored output; relative for values above 1. */
  difference: number | null
  /** The error, if not ok. */
  why?: string
}
