import type * as Ort from 'onnxruntime-web'
import asyncifyMjs from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import asyncifyWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import jspiMjs from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url'
import jspiWasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url'
import plainMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import plainWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import type { Device } from './device.ts'

export type Runtime = typeof Ort

/** The builds of onnxruntime-web. A worker loads one of them, once: the provider decides which. */
const builds = {
  plain: { load: () => import('onnxruntime-web/wasm'), mjs: plainMjs, wasm: plainWasm },
  jspi: { load: () => import('onnxruntime-web/jspi'), mjs: jspiMjs, wasm: jspiWasm },
  asyncify: { load: () => import('onnxruntime-web/webgpu'), mjs: asyncifyMjs, wasm: asyncifyWasm },
}

const buildFor = ({ provider }: Device): keyof typeof builds => {
  if (provider === 'wasm') return 'plain'
  return 'Suspending' in WebAssembly ? 'jspi' : 'asyncify'
}

/** Loads onnxruntime-web for a device. */
export async function loadRuntime(device: Device): Promise<Runtime> {
  const { load, mjs, wasm } = builds[buildFor(device)]
  const ort = (await load()) as Runtime
  ort.env.wasm.numThreads = device.threads
  // Given as URLs, so that its threads start this script and not the worker that Darkroom lives in.
  ort.env.wasm.wasmPaths = { mjs: absolute(mjs), wasm: absolute(wasm) }
  ort.env.logLevel = 'error'
  return ort
}

/** Vite's own server answers `?url` with a path. (With `import.meta.url` as base, webpack would look for modules.) */
const absolute = (url: string) => new URL(url, self.location.href).href
