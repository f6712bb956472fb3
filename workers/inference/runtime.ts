import type * as Ort from 'onnxruntime-web'
import asyncifyMjs from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import asyncifyWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import jspiMjs from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url'
import jspiWasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url'
import plainMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import plainWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import { isDarkroomError } from '../../src/shared/errors.ts'
import { findLoadFailure, loadFailure } from '../../src/shared/load-failure.ts'
import { loadError } from '../image/load-wasm.ts'
import { hasJspi } from './adapter.ts'
import { withAffordableMemory } from './affordable-memory.ts'
import { awaitStart } from './await-start.ts'
import type { Device } from './device.ts'

export type Runtime = typeof Ort

/** The builds of onnxruntime-web. A worker loads one of them, once: the provider decides which. */
const builds = {
  plain: { load: () => import('onnxruntime-web/wasm'), mjs: plainMjs, wasm: plainWasm },
  jspi: { load: () => import('onnxruntime-web/jspi'), mjs: jspiMjs, wasm: jspiWasm },
  asyncify: { load: () => import('onnxruntime-web/webgpu'), mjs: asyncifyMjs, wasm: asyncifyWasm },
}

const buildFor = ({ provider, gpuRuntime = false }: Pick<Device, 'provider' | 'gpuRuntime'>) => {
  if (provider === 'wasm' && !gpuRuntime) return builds.plain
  return hasJspi() ? builds.jspi : builds.asyncify
}

/**
 * Whether the application has the runtime for WebGPU in this browser: an empty module in its place says that it has not.
 * @throws DarkroomError NETWORK where the script cannot be fetched.
 */
export async function hasGpuRuntime(): Promise<boolean> {
  return 'InferenceSession' in (await loadScript(buildFor({ provider: 'webgpu' })))
}

const loadScript = ({ load }: (typeof builds)[keyof typeof builds]) =>
  load().catch(async (error: unknown) => {
    throw await loadError(error)
  })

/**
 * Loads onnxruntime-web for a device. Its own script and WASM are loaded when the first session is created.
 * @throws DarkroomError NETWORK where the script cannot be fetched.
 */
export async function loadRuntime(device: Device): Promise<Runtime> {
  const build = buildFor(device)
  const { mjs, wasm } = build
  const ort = (await loadScript(build)) as Runtime
  ort.env.wasm.numThreads = device.threads
  // Given as URLs, so that its threads start this script and not the worker that Darkroom lives in.
  ort.env.wasm.wasmPaths = { mjs: absolute(mjs), wasm: partsOf(wasm)[0] as string }
  ort.env.logLevel = 'error'
  return ort
}

/**
 * Calls `create`, which loads the script and the WASM of the runtime when it is called first.
 */
export async function startRuntime<T>(
  ort: Runtime,
  device: Device,
  create: () => Promise<T>,
): Promise<T> {
  const build = buildFor(device)
  if (started.has(build)) return create()
  const [first = '', ...others] = partsOf(build.wasm)
  if (others.length > 0) ort.env.wasm.wasmBinary = await joined([first, ...others])
  const created = await withAffordableMemory(() =>
    device.threads === 1 ? create() : awaitStart(create, first),
  )
  started.add(build)
  delete ort.env.wasm.wasmBinary
  return created
}

/** A published file that is too large for some hosts comes in parts (`assetFiles` in scripts/build/plugins.mjs). */
const partsOf = (urls: string) => urls.split('\n').map(absolute)

/** @throws DarkroomError NETWORK where a part cannot be fetched. */
async function joined(parts: string[]): Promise<ArrayBuffer> {
  const blobs = await Promise.all(
    parts.map(async (url) => {
      const response = await fetch(url).catch(() => undefined)
      if (!response?.ok) throw await loadFailure(url, 'wasm')
      return response.blob()
    }),
  )
  return new Blob(blobs).arrayBuffer()
}

/** The builds that have started in this worker. */
const started = new Set<unknown>()

/** How onnxruntime-web words that its script or its WASM did not start; after that it refuses every session. */
const NOT_STARTED = /no available backend found/i
const NO_MEMORY = /alloc|memory/i
/** What it adds if a file is missing. On a GPU, anything else may be the GPU's fault. */
const NOT_FETCHED = /fetch|import|[45]\d\d :/i

/**
 * What a session that could not be created failed of: onnxruntime-web tells by words alone that its files could not be
 * fetched, so that they are asked for once more.
 * @returns a DarkroomError NETWORK if one of them is the cause, else the error itself.
 */
export async function explainCreation(error: unknown, device: Device): Promise<unknown> {
  if (isDarkroomError(error)) return error
  const { mjs, wasm } = buildFor(device)
  const message = error instanceof Error ? error.message : String(error)
  // What fails on a GPU later is the GPU's fault.
  if (device.gpu && !NOT_STARTED.test(message)) return error
  const found =
    (await findLoadFailure(absolute(mjs), 'script', error)) ?? (await findPart(wasm, error))
  if (found) return found
  const missing = device.gpu ? NOT_FETCHED.test(message) : !NO_MEMORY.test(message)
  return NOT_STARTED.test(message) && missing
    ? loadFailure(partsOf(wasm)[0] as string, 'wasm', error)
    : error
}

async function findPart(urls: string, error: unknown) {
  for (const url of partsOf(urls)) {
    const found = await findLoadFailure(url, 'wasm', error)
    if (found) return found
  }
  return undefined
}

/** Vite's own server answers `?url` with a path. (With `import.meta.url` as base, webpack would look for modules.) */
const absolute = (url: string) => new URL(url, self.location.href).href
