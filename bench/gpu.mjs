/**
 * Measures networks on this machine's GPU without a browser, in Node on Dawn, and writes what it finds on hardware into
 * docs/performance.md: npm run bench:gpu [-- network... --side 1024 --rounds 3]. On Linux it needs libvulkan1. It runs in a folder
 * that it makes, bench/results/gpu, which can be taken to a machine with a driver, Node and nothing else: node measure.mjs there
 * writes a file for bench/contributed.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const path = (file) => fileURLToPath(new URL(file, import.meta.url))
const folder = path('results/gpu')
const ort = path('../node_modules/onnxruntime-web/dist')
const dawn = path('node_modules/webgpu')

/** Puts the weights beside the script. */
const weights = {
  name: 'weights',
  resolveId: (id, importer) => (id.endsWith('.onnx?url') ? join(dirname(importer), id) : undefined),
  load(id) {
    if (!id.endsWith('.onnx?url')) return undefined
    const file = id.slice(0, -'?url'.length)
    const name = `models/${basename(dirname(file))}.onnx`
    cpSync(file, join(folder, name))
    return `export default ${JSON.stringify(name)}`
  },
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await build({
  input: path('gpu/measure.ts'),
  platform: 'node',
  plugins: [weights],
  output: { file: join(folder, 'measure.mjs'), codeSplitting: false },
})
for (const file of [
  'ort.webgpu.mjs',
  'ort-wasm-simd-threaded.asyncify.mjs',
  'ort-wasm-simd-threaded.asyncify.wasm',
])
  cpSync(join(ort, file), join(folder, 'ort', file))
const binaries = join(
  'dist',
  `${process.platform}-${process.platform === 'darwin' ? 'universal' : process.arch}`,
)
for (const file of ['package.json', 'index.js', binaries])
  cpSync(join(dawn, file), join(folder, 'webgpu', file), { recursive: true })

const run = (...args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1

process.exitCode = run(join(folder, 'measure.mjs'), ...process.argv.slice(2))
const written = readdirSync(folder).filter((file) => file.endsWith('.json'))
for (const file of written) cpSync(join(folder, file), path(`contributed/${file}`))
if (written.length > 0) process.exitCode = run(path('run.mjs'), 'contributed')
