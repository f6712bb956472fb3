/**
 * Measures networks on a GPU without a browser, in a folder that `bench/gpu.mjs` makes: node measure.mjs [network...] [--side 1024]
 * [--rounds 3]. `VK_DRIVER_FILES` names the driver where Vulkan does not find it. What is measured on hardware is written into
 * that folder.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type * as Ort from 'onnxruntime-web'
import { type Model, type ModelName, models } from '../../models/models.ts'
import type { Precision } from '../../src/shared/worker/details.ts'
import { infoOf, isSoftware } from '../../workers/inference/adapter.ts'
import { type Device, openDevice } from '../../workers/inference/device.ts'
import { toFp16 } from '../../workers/inference/fp16/to-fp16.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { sessionOptions } from '../../workers/inference/session-options.ts'
import { withStrengths } from '../../workers/inference/strengths.ts'
import { useDawn } from './dawn.ts'
import { type Found, measureFixed, measureTiled } from './networks.ts'

const here = (file: string) => new URL(file, import.meta.url)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    side: { type: 'string', default: '1024' },
    rounds: { type: 'string', default: '3' },
  },
})
const settings = { side: Number(values.side), rounds: Number(values.rounds) }
const names = (positionals.length > 0 ? positionals : Object.keys(models)) as ModelName[]

await useDawn(here('webgpu/index.js').href)
const device = await openDevice('webgpu', async () => true)
const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' })
const isHardware = adapter && !isSoftware(await infoOf(adapter))
const ort: typeof Ort = await import(here('ort/ort.webgpu.mjs').href)
ort.env.wasm.numThreads = 1
ort.env.logLevel = 'error'
console.log(`${device.adapter}, ${device.precision}`)

async function load<M extends Model>(
  model: M,
  device: Device,
  precision: Precision = 'fp32',
): Promise<LoadedModel<M>> {
  const stored = new Uint8Array(readFileSync(here(model.url)))
  const bytes = precision === 'fp16' ? toFp16(stored) : stored
  const session = await ort.InferenceSession.create(bytes, sessionOptions(device.gpu))
  return { model, ort, session: withStrengths(session, ort, model), device, precision }
}

const { gpu: _, ...rest } = device
const onWasm: Device = { ...rest, provider: 'wasm' }

const precisionsOf = (model: Model): Precision[] =>
  device.precision === 'fp16' && 'halo' in model && model.precision !== 'fp32'
    ? ['fp32', 'fp16']
    : ['fp32']

async function measure(model: Model, precision: Precision): Promise<Found> {
  if ('width' in model)
    return measureFixed(await load(model, device), await load(model, onWasm), settings)
  return measureTiled(await load(model, device, precision), await load(model, onWasm), settings)
}

const results = (precision: Precision) => ({
  provider: 'webgpu',
  precision,
  adapter: device.adapter,
  networks: [] as ({ network: string } & Found)[],
  failed: [] as string[],
})
const measured = { fp32: results('fp32'), fp16: results('fp16') }
for (const network of names) {
  for (const precision of precisionsOf(models[network])) {
    try {
      const found = await measure(models[network], precision)
      measured[precision].networks.push({ network, ...found })
      console.log(network, precision, JSON.stringify(found))
    } catch (error) {
      measured[precision].failed.push(network)
      console.error(network, precision, error)
    }
  }
}

if (isHardware) {
  const report = {
    browser: `Node ${process.versions.node}, Dawn`,
    cores: availableParallelism(),
    date: new Date().toISOString().slice(0, 10),
    side: settings.side,
    measured: Object.values(measured),
  }
  const file = `${device.adapter?.replaceAll(/\W+/g, '-').toLowerCase()}.json`
  writeFileSync(here(file), `${JSON.stringify(report, null, 2)}\n`)
  console.log(`${file} is written`)
} else console.log('a GPU in software: nothing is written')
// Dawn keeps Node alive.
process.exit()
