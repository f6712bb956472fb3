import type { Limits } from './contract/plan/limits.ts'
import type { Plan } from './contract/plan/plan.ts'
import type { EngineInfo, ModelRequirement, ProviderChoice } from './contract/worker/api.ts'
import type { CustomModelsOption } from './contract/worker/custom-models.ts'
import type { Keys } from './http/keys.ts'
import type { RemoteOptions } from './remote/connection.ts'
import type { Account } from './remote/local-account.ts'
import type { Storage } from './storages/storage.ts'

/** Nothing here is needed: `createDarkroom()` works as it is. */
export interface DarkroomOptions {
  /** Workers, each with networks of its own: how many jobs run at once. Default 1. */
  workers?: number
  /** `auto` (default): the GPU where there is a real one, else WASM. `webgpu` takes a software adapter too. */
  provider?: ProviderChoice
  limits?: Partial<Limits>
  /** Jobs that may wait or run at once; one more is refused with TOO_MANY_REQUESTS. Default 100. */
  queue?: { limit?: number }
  /** A service of the same interface; without it nothing but what a request names is contacted. */
  remote?: RemoteOptions
  /** What `me()` answers without a remote service. Its `webhooks` are told of every completed job, beside the request's own. */
  account?: Partial<Account>
  /** The keys that `fetch()` takes as good; any by default. */
  keys?: Keys
  /** The places that requests name by `storage://<name>/<path>`. */
  storages?: Record<string, Storage>
  /** Whether jobs and results outlive the page. Default true, where the browser has a database and Web Locks. */
  persist?: boolean
  /** The database's name. Darkrooms of one origin that name the same one share their jobs. Default `darkroom-jobs`. */
  database?: string
  /**
   * Bytes that finished results may take together; then the oldest are forgotten. Default a fifth of what the
   * browser grants the origin, 2 GiB at most.
   */
  quota?: { bytes: number }
  /**
   * Models of the application's own, by their names, or the URL of a `models.json` that holds them: what
   * `remove: v2` and `human` take instead of the models that come along. docs/people.md has their contracts.
   */
  models?: CustomModelsOption
  /** Folder filled by `npx darkroom-web assets`, where no bundler finds the worker. */
  assetsUrl?: string
  /**
   * URL of the module of a WebAssembly build of Ghostscript that the application has installed beside Darkroom, such
   * as `/ghostscript/gs.mjs`. It draws EPS files without an image or a preview; without it they are refused with
   * UNIDENTIFIED_IMAGE. Loaded by the worker when the first of them comes.
   */
  postscript?: string
  /** How sources are fetched; `fetch` of the page by default. */
  fetch?: typeof fetch
}

/** What computes the networks, and why. */
export interface DarkroomInfo extends EngineInfo {
  version: string
  workers: number
}

/** What would be done for a request, and what that may take at most. */
export interface PlanWithRequirements extends Plan {
  /** The models that its steps may load, each once: what `preload` fetches. Which of them a job loads depends on what its image shows. */
  models: ModelRequirement[]
  /**
   * Bytes that the worker holds at once at most, beside its code and the models themselves: images, tensors, and the
   * heaps of WebAssembly modules. On a GPU, what a network needs inside is counted as if it were here.
   */
  peak_bytes: number
}

export interface PreloadOptions {
  signal?: AbortSignal
  onProgress?: (download: { model: string; loaded: number; total: number }) => void
}
