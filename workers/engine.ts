import { isQuick, type ModelName, models } from '../models/models.ts'
import type { ImageInfo, LocalPlan, Plan } from '../src/plan/plan.ts'
import type { Size } from '../src/plan/size.ts'
import { build } from '../src/shared/build.ts'
import { asDarkroomError } from '../src/shared/errors.ts'
import type { ImageInputs, ImageSource, OpenedImage } from '../src/shared/image-source.ts'
import type {
  EngineApi,
  EngineInfo,
  EngineSettings,
  FinishedSteps,
  Metadata,
  ModelCheck,
  ModelDownload,
  PlanDemand,
  Requirements,
  RunProgress,
  RunResult,
  RunSettings,
  StorableSteps,
} from '../src/shared/worker/api.ts'
import type { SvgFacts } from '../src/shared/worker/svg.ts'
import { StepCache } from './cache/step-cache.ts'
import { checkpoint } from './checkpoint.ts'
import { decode, decodeAhead, metadata } from './codecs/decode.ts'
import { usePostScript } from './codecs/formats/eps/postscript.ts'
import { decodeBytes } from './codecs/memory.ts'
import { jsquash } from './codecs/shared/jsquash.ts'
import { toImageData } from './image/image.ts'
import { once } from './image/load-wasm.ts'
import { customModels } from './inference/custom-models.ts'
import { loadGpuPart } from './inference/load-gpu-part.ts'
import { Sessions } from './inference/sessions.ts'
import { smallTileMs } from './inference/thread-check.ts'
import { loadedFiles } from './loaded-files.ts'
import type { ExtraInput, ExtraInputShapes } from './operations/operation.ts'
import { matteAvailable, requirementsOf, shapeOf } from './requirements.ts'
import { RunLock } from './run-lock.ts'
import { runPlan } from './run-plan.ts'
import type { Renderer } from './svg/render.ts'
import { Throughput } from './throughput.ts'

/** Most pages draw SVGs in a frame. */
const loadSvg = once(() => import('./svg/index.ts'))

/** Resolves when the lock is held. Without locks (in insecure contexts) the page waits for heartbeats in vain. */
const holdForLife = (name: string) =>
  new Promise<void>((held) => {
    const holding = () => new Promise<never>(() => held())
    navigator.locks ? navigator.locks.request(name, holding).catch(() => held()) : held()
  })

/** What the page calls. */
export class Engine implements EngineApi {
  #newSessions = () => new Sessions('auto')
  #sessions = this.#newSessions()
  #running = new Map<number, AbortController>()
  #cache: StepCache | undefined
  #loadRenderer: (() => Promise<Renderer>) | undefined
  readonly #runLock = new RunLock()
  readonly #throughput = new Throughput()

  async configure(settings: EngineSettings): Promise<string> {
    if (settings.life) await holdForLife(settings.life)
    const { provider, base, postscript, svg, models, cache } = settings
    this.#cache = cache && new StepCache(cache)
    this.#newSessions = () => new Sessions(provider, customModels(models, base), settings)
    this.#sessions = this.#newSessions()
    usePostScript(postscript && new URL(postscript, base).href)
    this.#loadRenderer = svg && once(async () => (await loadSvg()).loadRenderer(svg, base))
    return build
  }

  async metadata(source: ImageSource, path: string): Promise<Metadata> {
    const read = await metadata(source, path, { keep: true })
    if (read.header) void this.#decodeUnlessCached({ image: source, header: read.header })
    return read
  }

  async #decodeUnlessCached(source: Required<OpenedImage>): Promise<void> {
    if (!(await this.#cache?.hasResultOf(source))) decodeAhead(source.header)
  }

  async run(
    call: number,
    inputs: ImageInputs,
    plan: LocalPlan,
    { tiles = 'usual', draft = false, priority, finished = [], storeFromMs }: RunSettings,
    onProgress: (progress: RunProgress) => void,
    onStorable?: (steps: StorableSteps) => void,
  ): Promise<RunResult> {
    const controller = new AbortController()
    this.#running.set(call, controller)
    const { signal } = controller
    const lock = this.#runLock.for(priority, signal)
    let paused = 0
    const pause = async () => {
      await checkpoint(signal)
      const start = performance.now()
      await lock.yield()
      paused += performance.now() - start
    }
    const now = () => performance.now() - paused
    try {
      await lock.acquire()
      const storage =
        storeFromMs !== undefined && onStorable ? { fromMs: storeFromMs, onStorable } : undefined
      // Small tiles are for images that ended their page, perhaps for lack of memory.
      const hasLittle = tiles === 'small'
      if (hasLittle) this.#cache?.clear()
      const result = await runPlan(plan, inputs, {
        sessions: this.#sessions,
        cache: hasLittle ? undefined : this.#cache?.open(inputs, { finished, storage }),
        // With small tiles networks take longer than usual, in drafts less.
        throughput: hasLittle || draft ? undefined : this.#throughput,
        checkpoint: pause,
        now,
        onProgress,
        tiles,
        draft,
      })
      const { paces, worn, tryOneThread } = this.#sessions
      return { ...result, paces, ...(worn && { worn }), ...(tryOneThread && { tryOneThread }) }
    } finally {
      lock.release()
      this.#running.delete(call)
    }
  }

  async svgFacts(file: Blob): Promise<SvgFacts> {
    const [text, { factsOf }] = await Promise.all([file.text(), loadSvg()])
    return factsOf(text)
  }

  async renderSvg(file: Blob, ...rest: [start: number, stated: Size, size: Size]) {
    const render = await this.#loadRenderer?.()
    if (!render) throw new Error('no renderer')
    return render(await file.text(), ...rest)
  }

  async toPng(source: ImageSource): Promise<Blob> {
    const image = toImageData(await decode({ image: source }))
    return new Blob([await (await jsquash.pngEncode())(image)], { type: 'image/png' })
  }

  abort(call: number): void {
    this.#running.get(call)?.abort()
  }

  isGpuLost(): boolean {
    return this.#sessions.isGpuLost
  }

  /** None if the GPU computed wrongly. */
  async finished(inputs: ImageInputs, plan: LocalPlan): Promise<FinishedSteps | undefined> {
    if (!this.#sessions.isGpuLost) return undefined
    return this.#cache?.open(inputs)?.finished(plan.steps)
  }

  async longestPrefix(
    inputs: ImageInputs,
    plan: LocalPlan,
    keys: string[],
  ): Promise<string | undefined> {
    return this.#cache?.open(inputs)?.longestPrefixOf(plan.steps, keys)
  }

  async requirements(plan: Plan, inputs: Partial<ImageInputs>): Promise<Requirements> {
    const source = plan.source ?? { width: 1, height: 1, format: 'pixels' as const }
    // What is sent is as large as the source.
    const named = { ...inputs, sent: inputs.source }
    const extra = await shapesOf((name) => inputShape(named[name], source))
    const { models, ...others } = requirementsOf(plan, {
      sourceBytes: fileBytes(inputs.source),
      extra,
      custom: await this.#sessions.customModelNames(),
      matteAvailable: await this.#matteAvailable(plan),
      throughput: this.#throughput,
    })
    const modelRequirements = models.map((name) => this.#sessions.requirement(name))
    return { models: await Promise.all(modelRequirements), ...others }
  }

  /** Only a plan with models may need to know those of the application. */
  async demand(plan: LocalPlan, fileBytes: number): Promise<PlanDemand> {
    const shape = { ...shapeOf(plan.source), decodeBytes: 0 }
    const extra = await shapesOf(() => shape)
    const available = await this.#matteAvailable(plan)
    const known = { sourceBytes: fileBytes, extra, custom: {}, matteAvailable: available }
    const { models, peakBytes: bytes } = requirementsOf(plan, known)
    if (models.length === 0 || !models.every(isQuick)) return { light: models.length === 0, bytes }
    const custom = await this.#sessions.customModelNames()
    const light = requirementsOf(plan, { ...known, custom }).models.every(isQuick)
    return { light, bytes }
  }

  async preload(names: string[], onDownload: (download: ModelDownload) => void) {
    for (const model of names) {
      await this.#sessions.load(model, (download) => onDownload({ ...download, model }))
    }
  }

  async smallTileMs(network: string): Promise<number> {
    return smallTileMs(await this.#sessions.load(network, () => {}))
  }

  async check(onDownload: (download: ModelDownload) => void): Promise<ModelCheck[]> {
    await this.#forgetVerdicts()
    const { device } = await this.#open()
    const checks: ModelCheck[] = []
    for (const model of Object.keys(models) as ModelName[]) {
      const done = this.#sessions
        .load(model, (download) => onDownload({ ...download, model }))
        .then(async (loaded) => (await loadGpuPart()).check(model, loaded))
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
    const { provider, adapter, threads, precision, why } = device
    const { verdicts } = this.#sessions
    return {
      provider,
      threads,
      precision,
      why,
      ...(adapter && { adapter }),
      ...(verdicts.length > 0 && { verdicts }),
      ...(await this.#sessions.cached()),
    }
  }

  /** What the GPU is checked for has no effect on the check. */
  async #forgetVerdicts(): Promise<void> {
    await this.#open()
    if (await this.#sessions.forget()) this.#sessions = this.#newSessions()
  }

  loadedFiles(): string[] {
    return loadedFiles()
  }

  async #matteAvailable({ steps }: Plan): Promise<boolean> {
    return steps.some(({ op }) => op === 'subject') && matteAvailable(steps, this.#sessions)
  }

  #open() {
    return this.#sessions.open().catch((error) => {
      throw asDarkroomError(error, 'MODEL')
    })
  }
}

const extraInputs = ['caption', 'replace', 'nsfw', 'mask', 'hints', 'sent'] as const

type Shape = ExtraInputShapes[ExtraInput]

async function shapesOf(shape: (name: ExtraInput) => Shape | Promise<Shape>) {
  const shapes = extraInputs.map(async (name) => [name, await shape(name)] as const)
  return Object.fromEntries(await Promise.all(shapes)) as ExtraInputShapes
}

/** The size of an image beside the source; as large as the source where it is not known. */
async function inputShape(input: OpenedImage | undefined, source: ImageInfo) {
  const known = input && (await metadata(input.image, '').catch(() => undefined))
  const info = known?.info ?? source
  const shape = shapeOf(info)
  return { ...shape, decodeBytes: decodeBytes(shape, info.format, fileBytes(input)) }
}

const fileBytes = (input: OpenedImage | undefined): number =>
  input?.image instanceof Blob ? input.image.size : 0
