import type { InferenceSession } from 'onnxruntime-web'
import {
  type ImageToImageModel,
  type ImageToImageModelName,
  type Model,
  type ModelName,
  models,
  onWasm,
} from '../../models/models.ts'
import type { Size } from '../../src/plan/size.ts'
import { DarkroomError, isDarkroomError } from '../../src/shared/errors.ts'
import type {
  Download,
  EngineInfo,
  EngineSettings,
  GpuVerdict,
  ModelRequirement,
  ProviderChoice,
} from '../../src/shared/worker/api.ts'
import type { CustomModelUse } from '../../src/shared/worker/custom-models.ts'
import type { Precision } from '../../src/shared/worker/details.ts'
import { loading } from '../heartbeat.ts'
import { type CustomModels, noModels } from './custom-models.ts'
import { type Device, type DeviceOptions, openDevice, wasmThreads } from './device.ts'
import { createInFp16 } from './fp16/create-in-fp16.ts'
import { givesUp } from './give-up.ts'
import { Pace } from './gpu/pace.ts'
import type { Race, RaceSettings } from './gpu/race.ts'
import { forgetRefusals } from './gpu/refused.ts'
import type { ShapeChecks } from './gpu/shape-checks.ts'
import { loadGpuPart } from './load-gpu-part.ts'
import { type LoadedModel, openOpinion, type SecondOpinion } from './loaded-model.ts'
import { isOutOfMemory } from './out-of-memory.ts'
import { Recheck } from './recheck.ts'
import {
  explainCreation,
  hasGpuRuntime,
  loadRuntime,
  type Runtime,
  startRuntime,
} from './runtime.ts'
import { sessionOptions } from './session-options.ts'
import { withStrengths } from './strengths.ts'
import { areThreadsDoubted } from './thread-check.ts'
import { Verdicts } from './verdicts.ts'
import { isWorn } from './wear.ts'
import { isCached, loadWeights, whyNoStore } from './weights.ts'
import { isWrongAnswer } from './wrong-answer.ts'

/** How much later than what fails by it the loss of a device may be told. */
const LOSS_MS = 500

type Parts = Pick<LoadedModel, 'model' | 'ort' | 'device' | 'pace'>

const failed = (onWasm: LoadedModel): LoadedModel => ({ ...onWasm, gpuFailed: true })

type OnDownload = (download: Download) => void

/** Rejects where a built-in model computes wrongly. */
async function assertKnownAnswer(name: ModelName, loaded: LoadedModel): Promise<void> {
  const { assertAnswer } = await loadGpuPart()
  await assertAnswer(name, loaded)
}

async function verifyOnGpu(name: string, loaded: LoadedModel): Promise<LoadedModel> {
  if (loaded.device.gpu && isBuiltIn(name)) await assertKnownAnswer(name, loaded)
  return loaded
}

/** Models of one input size are small, and give scores rather than pixels. */
const mayUseFp16 = (model: Model) => 'halo' in model && model.precision !== 'fp32'

const isInt8 = (model: Model) => 'int8' in model && model.sha256 === model.int8?.sha256

const isBuiltIn = (name: string): name is ModelName => Object.hasOwn(models, name)

/** The sessions of one worker: one device, one build of onnxruntime-web, one session per model. */
export class Sessions {
  readonly #choice: ProviderChoice
  readonly #options: DeviceOptions & Pick<EngineSettings, 'paces'>
  #choosing: Promise<Device> | undefined
  #opening: Promise<{ ort: Runtime; device: Device }> | undefined
  #gpu: GPUDevice | undefined
  #lost: string | undefined
  readonly #customModels: CustomModels
  readonly #loaded = new Map<string, Promise<LoadedModel>>()
  /** Those that run there though there is a GPU: it failed, or was slower. */
  readonly #onWasm = new Map<string, Promise<LoadedModel>>()
  readonly #failed = new Set<string>()
  readonly #races = new Map<string, Race>()
  /** Of `auto` only: what is asked for is not remembered. */
  readonly #verdicts: Verdicts | undefined
  #threads = 1
  /** How often networks ran, and how long in all. */
  #runs = 0
  #ms = 0
  readonly #paces = new Map<string, Pace>()
  readonly #shapes = new Map<string, ShapeChecks>()
  readonly #rivals = new Map<string, Promise<LoadedModel>>()
  readonly #opinions = new Map<string, SecondOpinion>()
  readonly #rechecks = new Map<string, Recheck>()
  /** Creations must not overlap in onnxruntime-web. */
  #creating: Promise<unknown> = Promise.resolve()

  constructor(
    choice: ProviderChoice,
    customModels: CustomModels = noModels,
    options: DeviceOptions & Pick<EngineSettings, 'paces'> = {},
  ) {
    this.#choice = choice
    this.#options = options
    this.#customModels = customModels
    if (choice === 'auto') this.#verdicts = new Verdicts()
  }

  /** What is known of networks on the GPU. */
  get verdicts(): GpuVerdict[] {
    return this.#verdicts?.list() ?? []
  }

  /** Forgets it. Returns whether it has changed anything: then new sessions may differ. */
  async forget(): Promise<boolean> {
    const hadEffect = this.verdicts.some(({ verdict }) => verdict !== 'right')
    await this.#verdicts?.clear()
    return hadEffect
  }

  /** The application's own model for each use; of several the first. */
  async customModelNames(): Promise<Partial<Record<CustomModelUse, string>>> {
    const names: Partial<Record<CustomModelUse, string>> = {}
    for (const [name, { use }] of Object.entries(await this.#customModels())) names[use] ??= name
    return names
  }

  /** What has to be downloaded for a model, where it is not stored yet. */
  async requirement(name: string): Promise<ModelRequirement> {
    const model = await this.#find(name)
    const url = new URL(model.url, self.location.href).href
    return { name, url, bytes: model.bytes, cached: await isCached(model) }
  }

  load(name: ImageToImageModelName, onDownload: OnDownload): Promise<LoadedModel<ImageToImageModel>>
  load(name: string, onDownload: OnDownload): Promise<LoadedModel>
  async load(name: string, onDownload: OnDownload): Promise<LoadedModel> {
    const model = await this.#find(name)
    const bytes = this.#loaded.has(name) ? undefined : await this.#loadWeights(model, onDownload)
    const { ort, device } = await this.open()
    let loading = this.#loaded.get(name)
    if (!loading && bytes) {
      const pace = device.gpu && { pace: this.#paceOf(name) }
      const parts = { model, ort, device, ...pace }
      loading = this.#createByVerdict(name, parts, bytes)
      this.#loaded.set(name, loading)
      loading.catch(() => this.#loaded.delete(name))
    }
    try {
      const loaded = await (this.#onWasm.get(name) ?? (loading as Promise<LoadedModel>))
      if (!loaded.device.gpu) return this.#withFp32(name, loaded)
      const recheck = this.#recheckOf(name, loaded)
      const race = this.#raceOf(name, loaded)
      const onWasm = (error: unknown) => this.#giveUp(name, loaded, error)
      const shapes = this.#shapesOf(name, loaded)
      const opinion = this.#opinionOf(name, loaded)
      return {
        ...loaded,
        onWasm,
        ...(recheck && { recheck }),
        ...race,
        ...(shapes && { shapes }),
        ...(opinion && { opinion }),
      }
    } catch (error) {
      throw this.explain(error)
    }
  }

  /** The device and the runtime for it, chosen and loaded once. */
  open(): Promise<{ ort: Runtime; device: Device }> {
    this.#opening ??= this.#open().catch((error) => {
      this.#opening = undefined
      throw this.explain(error)
    })
    return this.#opening
  }

  /** The error to report for a failed session or run. What fails on the GPU is DEVICE_LOST: it can be retried on WASM. */
  explain(error: unknown): DarkroomError {
    if (isDarkroomError(error)) return error
    const message = error instanceof Error ? error.message : String(error)
    if (this.#gpu) {
      const why = this.#lost ?? message
      return new DarkroomError('DEVICE_LOST', `The GPU failed: ${why}`, { cause: error })
    }
    const code = isOutOfMemory(error) ? 'OUT_OF_MEMORY' : 'MODEL'
    return new DarkroomError(code, message, { cause: error })
  }

  /** How slow networks were on the GPU, in milliseconds a pixel, and will be at most in other workers. */
  get paces(): Record<string, number> {
    const all = [...this.#paces].map(([name, { slowest = 0 }]) => [name, slowest] as const)
    return Object.fromEntries(all.filter(([, slowest]) => slowest > 0))
  }

  /** The networks to load in another worker, once this one is worn. */
  get worn(): string[] | undefined {
    const { userAgent } = navigator
    return isWorn({ userAgent, runs: this.#runs }) ? [...this.#loaded.keys()] : undefined
  }

  /** A network to try with one thread, where several may be slower. */
  get tryOneThread(): string | undefined {
    const { userAgent } = navigator
    const facts = { userAgent, threads: this.#threads, ms: this.#ms }
    return areThreadsDoubted(facts) ? [...this.#loaded.keys()][0] : undefined
  }

  /** Whether the GPU was lost, not just doubted. */
  get isGpuLost(): boolean {
    return this.#lost !== undefined
  }

  async cached(): Promise<Pick<EngineInfo, 'cached' | 'notCached'>> {
    const names = Object.keys(models) as ModelName[]
    const cached = await Promise.all(names.map(async (name) => isCached(await this.#find(name))))
    const notCached = await whyNoStore()
    return { cached: names.filter((_, i) => cached[i]), ...(notCached && { notCached }) }
  }

  #shapesOf(name: string, loaded: LoadedModel): LoadedModel['shapes'] {
    const { model, pace } = loaded
    if (!isBuiltIn(name) || !('halo' in model) || !pace) return undefined
    const check = async (shape: Size) => {
      const { assertTile } = await loadGpuPart()
      await assertTile(name as ImageToImageModelName, { ...loaded, model }, shape)
    }
    return {
      before: async (shape) => {
        const { ShapeChecks } = await loadGpuPart()
        const shapes = this.#shapes.get(name) ?? new ShapeChecks(model.halo, pace, check)
        this.#shapes.set(name, shapes)
        return shapes.before(shape)
      },
    }
  }

  #paceOf(name: string): Pace {
    const pace = this.#paces.get(name) ?? new Pace(this.#options.paces?.[name])
    this.#paces.set(name, pace)
    return pace
  }

  #recheckOf(name: string, loaded: LoadedModel): Recheck | undefined {
    if (!isBuiltIn(name)) return undefined
    const known = this.#rechecks.get(name)
    if (known) return known
    const recheck = new Recheck(() => assertKnownAnswer(name, loaded))
    this.#rechecks.set(name, recheck)
    return recheck
  }

  #raceOf(name: string, loaded: LoadedModel): Pick<LoadedModel, 'race'> {
    const { model } = loaded
    const verdicts = this.#verdicts
    if (!verdicts || !('halo' in model) || verdicts.of(name, model.sha256)) return {}
    return {
      race: async (trial) => {
        const { Race } = await loadGpuPart()
        const race = this.#races.get(name) ?? new Race(this.#raceSettings(name, loaded, verdicts))
        this.#races.set(name, race)
        return race.run(trial)
      },
    }
  }

  /** The network on WASM, beside the GPU or in fp32 beside integers. */
  #rivalOf(name: string, parts: Parts): Promise<LoadedModel> {
    const rival = this.#rivals.get(name) ?? this.#createOnWasm(parts)
    this.#rivals.set(name, rival)
    rival.catch(() => this.#rivals.delete(name))
    return rival
  }

  #withFp32(name: string, loaded: LoadedModel): LoadedModel {
    if (!loaded.int8 || !isBuiltIn(name)) return loaded
    const inFp32 = () => this.#rivalOf(name, { ...loaded, model: models[name] })
    return { ...loaded, inFp32 }
  }

  #opinionOf(name: string, loaded: LoadedModel): SecondOpinion | undefined {
    if (!this.#verdicts || !('halo' in loaded.model)) return undefined
    const opinion = this.#opinions.get(name) ?? openOpinion(() => this.#rivalOf(name, loaded))
    this.#opinions.set(name, opinion)
    return opinion
  }

  #raceSettings(name: string, loaded: LoadedModel, verdicts: Verdicts): RaceSettings {
    return {
      threads: wasmThreads(),
      rival: () => this.#rivalOf(name, loaded),
      note: (verdict, winner) => {
        if (winner) this.#onWasm.set(name, Promise.resolve(winner))
        void verdicts.note(name, loaded.model.sha256, verdict)
      },
    }
  }

  #loadWeights(model: Model, onDownload: OnDownload) {
    const ownModels = async () => Object.values(await this.#customModels())
    return loadWeights(model, onDownload, undefined, undefined, ownModels)
  }

  /** A model, with the file that this device computes. */
  async #find(name: string): Promise<Model> {
    const model: Model | undefined = isBuiltIn(name)
      ? models[name]
      : (await this.#customModels())[name]
    if (!model)
      throw new DarkroomError('MODEL', `Expected a model named ${name}, but there is none`)
    const integers = onWasm(model)
    return integers !== model && (await this.#usesInt8()) ? integers : model
  }

  /** What a GPU has begun, before the page gave it up, is finished in fp32. */
  async #usesInt8(): Promise<boolean> {
    const { precision, gpuRuntime } = this.#options
    return precision !== 'fp32' && !gpuRuntime && (await this.#device()).provider === 'wasm'
  }

  #device(): Promise<Device> {
    this.#choosing ??= this.#chooseDevice().catch((error) => {
      this.#choosing = undefined
      throw this.explain(error)
    })
    return this.#choosing
  }

  async #chooseDevice(): Promise<Device> {
    const remembered = async (adapter: string) => this.#verdicts?.read(adapter)
    const options = { ...this.#options, remembered }
    const device = await loading(() => openDevice(this.#choice, hasGpuRuntime, options))
    this.#gpu = device.gpu
    this.#threads = device.threads
    device.gpu?.lost.then(({ message, reason }) => {
      this.#lost = message || reason
    })
    return device
  }

  async #open() {
    const device = await this.#device()
    return { ort: await loading(() => loadRuntime(device)), device }
  }

  /** A network that a GPU is known to compute wrongly, or slowly, runs on WASM from the start. */
  async #createByVerdict(name: string, parts: Parts, bytes: Uint8Array): Promise<LoadedModel> {
    const verdict = parts.device.gpu && this.#verdicts?.of(name, parts.model.sha256)
    if (verdict === 'slow') return this.#createOnWasm(parts)
    if (verdict !== 'wrong') return this.#create(name, parts, bytes)
    this.#failed.add(name)
    return failed(await this.#createOnWasm(parts))
  }

  /** Creates a session and, on a GPU, compares the answer of a built-in model with the stored one. */
  async #create(name: string, parts: Parts, bytes: Uint8Array): Promise<LoadedModel> {
    const { model, ort, device } = parts
    const create = (bytes: Uint8Array) =>
      this.#createSession({ model, ort, device }, bytes).catch(async (error) => {
        throw await explainCreation(error, device)
      })
    const inFp16 =
      isBuiltIn(name) && mayUseFp16(model) && device.precision === 'fp16'
        ? await createInFp16(name, parts, bytes, create, () => this.isGpuLost)
        : undefined
    if (inFp16) return inFp16
    await forgetRefusals(device.gpu)
    try {
      const session = await create(bytes)
      const int8 = isInt8(model) && { int8: true as const }
      return await verifyOnGpu(name, { ...parts, session, precision: 'fp32', ...int8 })
    } catch (error) {
      const other = isDarkroomError(error) ? undefined : await this.#giveUp(name, parts, error)
      if (other) return other
      throw error
    }
  }

  /** A network that failed on the GPU on WASM, in the same runtime; undefined where the page is to give up the GPU. */
  async #giveUp(
    name: string,
    parts: Parts & { precision?: Precision },
    error: unknown,
  ): Promise<LoadedModel | undefined> {
    if (!parts.device.gpu) return undefined
    // What fails by a loss may be told before the loss itself.
    await Promise.race([parts.device.gpu.lost, new Promise((end) => setTimeout(end, LOSS_MS))])
    if (parts.precision === 'fp16' && isWrongAnswer(error) && !this.isGpuLost)
      return this.#loadInFp32(name, parts)
    this.#failed.add(name)
    if (isWrongAnswer(error) && !this.isGpuLost)
      await this.#verdicts?.note(name, parts.model.sha256, 'wrong')
    if (givesUp({ networks: this.#failed.size, lost: this.isGpuLost }) === 'page') return undefined
    console.warn(`Darkroom: ${name} fails on the GPU, and computes on WebAssembly`, error)
    const other = this.#onWasm.get(name) ?? this.#rivalOf(name, parts).then(failed)
    this.#onWasm.set(name, other)
    return other.catch(() => undefined)
  }

  /** A network that turned out to be wrong in fp16, on the same GPU. */
  async #loadInFp32(name: string, parts: Parts): Promise<LoadedModel> {
    const known = await this.#loaded.get(name)
    if (known?.precision !== 'fp32') {
      console.warn(`Darkroom: ${name} computes in fp32 from now on`)
      const bytes = await this.#loadWeights(parts.model, () => {})
      const device = { ...parts.device, precision: 'fp32' as const }
      this.#loaded.set(name, this.#create(name, { ...parts, device }, bytes))
      this.#rechecks.delete(name)
      this.#shapes.delete(name)
    }
    return this.load(name, () => {})
  }

  async #createOnWasm({ model, ort, device }: Parts): Promise<LoadedModel> {
    const { gpu, ...others } = device
    const onWasm: Device = {
      ...others,
      provider: 'wasm',
      precision: 'fp32',
      ...(gpu && { gpuRuntime: true }),
    }
    const bytes = await this.#loadWeights(model, () => {})
    const session = await this.#createSession({ model, ort, device: onWasm }, bytes)
    return { model, ort, session, device: onWasm, precision: 'fp32' }
  }

  #counted(session: InferenceSession): InferenceSession {
    const run = session.run.bind(session) as (...args: unknown[]) => Promise<never>
    const counting = async (...args: unknown[]) => {
      this.#runs++
      const start = performance.now()
      const outputs = await run(...args)
      this.#ms += performance.now() - start
      return outputs
    }
    return Object.assign(session, { run: counting })
  }

  #createSession({ model, ort, device }: Parts, bytes: Uint8Array): Promise<InferenceSession> {
    const create = () => ort.InferenceSession.create(bytes, sessionOptions(device.gpu))
    // The first one loads the script and the WASM of the runtime.
    const creation = this.#creating.then(() => loading(() => startRuntime(ort, device, create)))
    this.#creating = creation.catch(() => undefined)
    return creation.then((session) => this.#counted(withStrengths(session, ort, model)))
  }
}
