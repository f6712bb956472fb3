import type { Keys } from './http/api-key.ts'
import type { Limits } from './plan/limits.ts'
import type { Plan } from './plan/plan.ts'
import type { Account } from './remote/account.ts'
import type { RemoteOptions } from './remote/connection.ts'
import type { ProcessingRequest } from './request/schema.ts'
import type {
  EngineInfo,
  ModelRequirement,
  PrecisionChoice,
  ProviderChoice,
} from './shared/worker/api.ts'
import type { CustomModelsOption } from './shared/worker/custom-models.ts'
import type { SvgOptions } from './shared/worker/svg.ts'
import type { SourceOptions } from './sources/proxy.ts'
import type { Storage } from './storages/storage.ts'

/** All options are optional. */
export interface DarkroomOptions {
  /** How many jobs run at once, each in a worker with its own models. Default 1. */
  workers?: number
  /** `auto` (default): the GPU if there is a hardware one, else WASM. `webgpu` accepts a software adapter and WebKit without JSPI too. */
  provider?: ProviderChoice
  /**
   * `auto` (default): fp16 on GPUs that have it, for networks whose answer stays the same within 2/255; fp32 everywhere else,
   * but on WASM, which computes what enlarges (but `text_x4`), restores and cuts out in integers of 8 bits. docs/fp16.md has the figures.
   */
  precision?: PrecisionChoice
  limits?: Partial<Limits>
  /** The maximum number of open jobs; a further one is refused with TOO_MANY_REQUESTS. Default 100. */
  queue?: { limit?: number }
  /** A service of the same interface for generative operations. Without it, only addresses that a request names are contacted. */
  remote?: RemoteOptions
  /** The account that `me()` returns without a remote service. Its `webhooks` are called for every completed job. */
  account?: Partial<Account>
  /** API keys that `fetch()` accepts. Default: any. */
  keys?: Keys
  /** Storages that requests refer to as `storage://<name>/<path>`. */
  storages?: Record<string, Storage>
  /** Whether jobs and results outlive the page. Default true if the browser has IndexedDB and Web Locks. */
  persist?: boolean
  /** The database's name. Darkrooms of one origin with the same name share their jobs. Default `darkroom-jobs`. */
  database?: string
  /**
   * The maximum total size of stored results in bytes; beyond it the oldest are evicted. Default: a fifth of the origin's
   * quota, at most 2 GiB.
   */
  quota?: { bytes: number }
  /**
   * The most memory in bytes that one job may need by its forecast; beyond it the job gets the smallest tiles, and is refused
   * with TOO_LARGE if that is not enough. Default: three quarters of the device's memory as the browser tells it, which is
   * 8 GiB at most, and 3 GiB where it does not, or 1 GiB on iOS and iPadOS.
   */
  memory?: { bytes: number }
  /**
   * How much memory keeps results of steps, so that a request that begins like an earlier one starts where they part; the
   * least recently used are dropped first. `false` keeps nothing. Default: 64 MiB for each GiB of the device's memory.
   */
  cache?: false | { bytes: number }
  /**
   * The application's own models by name, or the URL of a `models.json` with them. They replace built-in models for
   * `remove: v2`, `remove: human` and faces; docs/people.md describes what they must take and return.
   */
  models?: CustomModelsOption
  /** URL of the folder that `npx darkroom-web assets` filled, for pages whose bundler does not find the worker. Required by `darkroom-web/external-assets`. */
  assetsUrl?: string
  /**
   * URL of a WebAssembly build of Ghostscript (a module such as `/ghostscript/gs.mjs`) that the application installed. It
   * renders EPS files that contain neither an image nor a preview, which are otherwise refused with UNIDENTIFIED_IMAGE.
   * The worker loads it on first use.
   */
  postscript?: string
  /**
   * A renderer for SVGs that this browser's page cannot draw safely: where a frame has no process of its own (Firefox and
   * Safari), those of many elements or long filters are refused with TOO_LARGE without it. docs/formats.md tells more.
   */
  svg?: SvgOptions
  /** How images of other origins are read where they send no CORS headers: `{ proxy }`, the page's own proxy. */
  sources?: SourceOptions
  /** Fetches sources. Default: the page's `fetch`. */
  fetch?: typeof fetch
}

/** The provider that runs the models, and why it was chosen. */
export interface DarkroomInfo extends EngineInfo {
  version: string
  workers: number
  /** Requests that work without a network: those that `precache` was given, if all is there that they need. */
  offline: ProcessingRequest[]
}

/** What would be done for a request, and what that may take at most. */
export interface PlanWithRequirements extends Plan {
  /** The models that its steps may load, each once: what `preload` fetches. Which of them a job loads depends on what its image shows. */
  models: ModelRequirement[]
  /**
   * Bytes that the worker holds at once at most, beside its code, its step cache and the models themselves: images, tensors, and the
   * heaps of WebAssembly modules. On a GPU, what a network needs inside is counted as if it were here.
   */
  peak_bytes: number
  /**
   * How long the job may take, by how fast this machine was at the same steps since the page was opened. Absent until each of
   * its networks has run once, and where a remote service takes part.
   */
  seconds?: number
}

export interface PreloadOptions {
  signal?: AbortSignal | null | undefined
  onProgress?: (download: { model: string; loaded: number; total: number }) => void
}
