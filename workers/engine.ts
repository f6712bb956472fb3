import { type ModelName, models } from '../models/models.ts'
import { asDarkroomError } from '../src/errors.ts'
import type { LocalPlan, SourceFacts } from '../src/plan/plan.ts'
import type { Inputs, Source } from '../src/sources/source.ts'
import { decode, facts } from './codecs/decode.ts'
import { jsquash } from './codecs/jsquash.ts'
import { usePostScript } from './codecs/postscript.ts'
import { check, type ModelCheck } from './neural/check.ts'
import type { ProviderChoice } from './neural/device.ts'
import { type OwnModelsOption, ownModels } from './neural/own-models.ts'
import { Sessions } from './neural/sessions.ts'
import { toImageData } from './picture.ts'
import { type Outcome, type Progress, run } from './run.ts'

/** What a worker says of itself. */
export interface EngineInfo {
  provider: 'webgpu' | 'wasm'
  adapter?: string
  threads: number
  why: string
  cached: ModelName[]
}

/** What a worker is told before anything else. */
export interface EngineSettings {
  provider: ProviderChoice
  /** What relative URLs are relative to. */
  base: string
  /** The URL of an interpreter's module. */
  postscript?: string
  models?: OwnModelsOption
}

/** What the main thread calls in a worker. It knows pictures and plans, never jobs. */
export class Engine {
  #sessions = new Sessions('auto')
  #running = new Map<number, AbortController>()

  /** Must come before anything else. */
  configure({ provider, base, postscript, models }: EngineSettings): void {
    this.#sessions = new Sessions(provider, ownModels(models, base))
    usePostScript(postscript && new URL(postscript, base).href)
  }

  facts(source: Source, path: string): Promise<SourceFacts> {
    return facts(source, path)
  }

  /** `call` is a number that `abort` takes. */
  async run(
    call: number,
    inputs: Inputs,
    plan: LocalPlan,
    onProgress: (progress: Progress) => void,
  ): Promise<Outcome> {
    const controller = new AbortController()
    this.#running.set(call, controller)
    try {
      return await run(plan, inputs, this.#sessions, controller.signal, onProgress)
    } finally {
      this.#running.delete(call)
    }
  }

  /** Pixels as a lossless file, which can be kept where pixels cannot. */
  async toFile(source: Source): Promise<Blob> {
    const image = toImageData(await decode(source))
    return new Blob([await (await jsquash.pngEncode())(image)], { type: 'image/png' })
  }

  /** Ends a run at its next checkpoint. */
  abort(call: number): void {
    this.#running.get(call)?.abort()
  }

  /** Downloads models and creates their sessions. */
  async preload(
    names: ModelName[],
    onDownload: (download: { model: string; loaded: number; total: number }) => void,
  ) {
    for (const model of names) {
      await this.#sessions.load(model, (download) => onDownload({ ...download, model }))
    }
  }

  /** Asks every model what is known of it. */
  async check(
    onDownload: (download: { model: string; loaded: number; total: number }) => void,
  ): Promise<ModelCheck[]> {
    const { device } = await this.#open()
    const checks: ModelCheck[] = []
    for (const model of Object.keys(models) as ModelName[]) {
      const done = this.#sessions
        .load(model, (download) => onDownload({ ...download, model }))
        .then((loaded) => check(model, loaded))
      checks.push(
        await done.catch(({ message: why }) => {
          return { model, provider: device.provider, ok: false, ms: null, difference: null, why }
        }),
      )
    }
    return checks
  }

  async info(): Promise<EngineInfo> {
    const { device } = await this.#open()
    const { provider, adapter, threads, why } = device
    return {
      provider,
      threads,
      why,
      ...(adapter && { adapter }),
      cached: await this.#sessions.cached(),
    }
  }

  #open() {
    return this.#sessions.open().catch((error) => {
      throw asDarkroomError(error, 'MODEL')
    })
  }
}
