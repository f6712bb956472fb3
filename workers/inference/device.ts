import type { PrecisionChoice, Provider, ProviderChoice } from '../../src/shared/worker/api.ts'
import type { Precision } from '../../src/shared/worker/details.ts'
import { describe, hasJspi, infoOf, refusal, tellAdapter } from './adapter.ts'
import { answerWithin } from './answer-within.ts'
import { watchRefusals } from './gpu/refused.ts'

/** The device that was chosen, and why. `gpu` belongs to Darkroom alone. */
export interface Device {
  provider: Provider
  gpu?: GPUDevice
  /** The adapter in words, also where it was refused. */
  adapter?: string
  threads: number
  /** Whether WASM runs in the runtime for WebGPU. */
  gpuRuntime?: boolean
  /** Whether an earlier one of the page was lost. */
  afterLoss?: boolean
  /** `fp16` where shaders can compute in it, and may. */
  precision: Precision
  why: string
}

export interface DeviceOptions {
  /** Whether the page has loaded the runtime for WebGPU, and given the GPU up. */
  gpuRuntime?: boolean
  /** `auto` by default. */
  precision?: PrecisionChoice
  /** Whether WASM gets one thread wherever it runs. */
  oneThread?: boolean
  /** Whether the page has lost a device: WASM computes where there is no other. */
  afterLoss?: boolean
  /** Why an adapter is not to be used, by what is remembered of it; asked by `auto` only. */
  remembered?: (adapter: string) => Promise<string | undefined>
}

/** More threads than this gain little on tiles of this size. */
const MAX_THREADS = 8

/**
 * Chooses a device. Rejects only where `webgpu` was asked for and there is none.
 * @param hasRuntime tells whether the application has the runtime for WebGPU; asked where there is a GPU only.
 */
export async function openDevice(
  choice: ProviderChoice,
  hasRuntime: () => Promise<boolean>,
  options: DeviceOptions = {},
): Promise<Device> {
  const { precision: allowed = 'auto', oneThread = false, afterLoss = false, remembered } = options
  const wasm = (why: string, adapter?: string): Device => {
    if (choice === 'webgpu' && !afterLoss) throw new Error(`WebGPU was asked for, but ${why}`)
    const threads = oneThread ? 1 : wasmThreads()
    if (!oneThread && !hasThreads())
      console.warn('Darkroom: one thread only, as this page is not cross-origin isolated')
    return { provider: 'wasm', threads, precision: 'fp32', why, ...(adapter && { adapter }) }
  }
  if (choice === 'wasm' && options.gpuRuntime && !isWorthDownload(connection()))
    return { ...wasm('the GPU failed'), gpuRuntime: true }
  if (choice === 'wasm') return wasm('WASM was asked for')
  if (!navigator.gpu) return wasm('this browser has no WebGPU')
  const adapter = await answer(
    navigator.gpu.requestAdapter({ powerPreference: 'high-performance' }),
  )
  if (!adapter) return wasm('no GPU adapter was found')
  const info = await infoOf(adapter)
  const name = describe(info)
  const { userAgent } = navigator
  const isAuto = choice === 'auto'
  const refused =
    isAuto && (refusal(info, { userAgent, hasJspi: hasJspi() }) ?? (await remembered?.(name)))
  if (refused) return wasm(refused, name)
  if (!(await hasRuntime())) return wasm('this application leaves out the runtime for it', name)
  const gpu = await answer(requestDevice(adapter))
  if (!gpu) return wasm('the GPU adapter gave no device', name)
  tellAdapter(gpu, info)
  watchRefusals(gpu)
  const why = choice === 'webgpu' ? 'WebGPU was asked for' : 'a GPU was found'
  const precision = allowed === 'auto' && gpu.features.has('shader-f16') ? 'fp16' : 'fp32'
  return { provider: 'webgpu', gpu, adapter: name, threads: 1, precision, afterLoss, why }
}

/** Megabits of the runtime for WASM alone, compressed. */
const RUNTIME_MEGABITS = 30
/** Its first runs are four to six times as fast as those of the runtime for WebGPU: so many seconds are worth it. */
const WORTH_SECONDS = 10

/** Whether WASM gets a runtime of its own after a GPU failed. Where the connection is unknown, what is loaded goes on. */
export const isWorthDownload = ({ onLine = true, saveData = false, downlink = 0 }: Connection) =>
  onLine && !saveData && RUNTIME_MEGABITS / downlink <= WORTH_SECONDS

/** What browsers tell of it; Chromium alone tells of its speed, in megabits a second. */
interface Connection {
  onLine?: boolean
  saveData?: boolean
  downlink?: number
}

function connection(): Connection {
  const { onLine = true, connection } = navigator as Connection & { connection?: Connection }
  const { saveData = false, downlink = 0 } = connection ?? {}
  return { onLine, saveData, downlink }
}

/** Drivers that hang never answer. */
const DRIVER_MS = 10_000

/** What a driver answers; undefined if it refuses, or is silent for too long. */
const answer = async <T>(question: Promise<T>): Promise<T | undefined> =>
  (
    await answerWithin(
      question.catch(() => undefined),
      DRIVER_MS,
    )
  )?.value

const hasThreads = () =>
  globalThis.crossOriginIsolated && globalThis.SharedArrayBuffer !== undefined

/** How many threads WASM gets where there is no GPU. */
export const wasmThreads = (): number =>
  hasThreads() ? Math.min(navigator.hardwareConcurrency || 1, MAX_THREADS) : 1

/** Limits that are raised to the adapter's: large tiles need more than the default ones. */
const RAISED_LIMITS = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupStorageSize',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxComputeWorkgroupSizeZ',
] as const
const OPTIONAL_FEATURES = ['shader-f16', 'subgroups'] as GPUFeatureName[]

function requestDevice(adapter: GPUAdapter): Promise<GPUDevice> {
  const { features, limits }: Partial<GPUAdapter> = adapter
  const raised = RAISED_LIMITS.map((name) => [name, limits?.[name]] as const)
  return adapter.requestDevice({
    requiredFeatures: OPTIONAL_FEATURES.filter((feature) => features?.has(feature)),
    requiredLimits: Object.fromEntries(raised.filter(([, limit]) => limit !== undefined)),
  })
}
