import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expectFolder } from './folders.js'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

/** A WebAssembly module with nothing in it. */
const EMPTY_WASM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
const EMPTY_SCRIPT = 'export {}\n'
const NO_WEIGHTS = 'left out'

const asyncify = {
  'ort.webgpu.js': EMPTY_SCRIPT,
  'ort-wasm-simd-threaded.asyncify.mjs': EMPTY_SCRIPT,
  'ort-wasm-simd-threaded.asyncify.1.wasm': EMPTY_WASM,
  'ort-wasm-simd-threaded.asyncify.2.wasm': EMPTY_WASM,
}

/** Parts by name, with what stands in the place of their files: by that the library knows that they were left out. */
const parts = {
  magick: { 'magick.js': EMPTY_SCRIPT, 'magick.wasm': EMPTY_WASM },
  asyncify,
  webgpu: {
    ...asyncify,
    'ort.jspi.js': EMPTY_SCRIPT,
    'ort-wasm-simd-threaded.jspi.mjs': EMPTY_SCRIPT,
    'ort-wasm-simd-threaded.jspi.wasm': EMPTY_WASM,
  },
}

/**
 * Copies the published files, without types, into a folder; those of the parts `without` are replaced by files of some
 * bytes. Returns the message to print.
 */
export function assets(to, without = []) {
  if (!existsSync(dist)) throw new Error(`Expected the built library in ${dist}, but it is missing`)
  const files = readdirSync(dist).filter((file) => !/\.(d\.ts|d\.cts|cjs)$/.test(file))
  const replaced = Object.assign({}, ...without.map((name) => filesOf(name, files)))
  expectFolder(to)
  mkdirSync(to, { recursive: true })
  for (const file of files) {
    if (Object.hasOwn(replaced, file)) writeFileSync(join(to, file), replaced[file])
    else cpSync(join(dist, file), join(to, file))
  }
  const bytes = files.reduce((sum, file) => sum + statSync(join(to, file)).size, 0)
  return `${files.length} files (${(bytes / 1e6).toFixed(1)} MB) are now in ${resolve(to)}
Give createDarkroom the URL under which that folder is served: createDarkroom({ assetsUrl: '/darkroom/' })`
}

/** The files of a part or a model, with what replaces them. */
function filesOf(name, files) {
  if (Object.hasOwn(parts, name)) return parts[name]
  const weights = files.filter((file) => modelOf(file) === name)
  if (weights.length > 0) return Object.fromEntries(weights.map((file) => [file, NO_WEIGHTS]))
  const models = new Set(files.flatMap((file) => modelOf(file) ?? []))
  const names = [...Object.keys(parts), ...models].join(', ')
  throw new Error(`Expected --without one of ${names} but received ${name}`)
}

/** The model that a file has the weights of. */
const modelOf = (file) => /^(.+?)(-int8)?\.onnx$/.exec(file)?.[1]
