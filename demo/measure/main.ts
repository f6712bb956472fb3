import { createDarkroom } from '../../src/index.ts'
import { describe, isSoftware } from '../../workers/inference/adapter.ts'
import { byId, make } from '../dom.ts'
import { providerNames } from '../labels.ts'
import { texts } from '../language/language.ts'
import { translatePage } from '../language/page-texts.ts'
import { measure } from './measure.ts'
import { type Network, networks } from './networks.ts'
import { squarePhotograph } from './picture.ts'
import type { Measured, Provider, Report } from './report.ts'
import { barsOf, tableOf } from './show.ts'

const form = byId<HTMLFormElement>('choice')
const [start, stop] = [byId<HTMLButtonElement>('start'), byId<HTMLButtonElement>('stop')]
const status = byId('status')
const json = byId<HTMLTextAreaElement>('json')
const own = texts.measure
let abort = new AbortController()

translatePage()

byId('networks').append(
  ...networks.map(({ name }) => {
    const input = make('input', { type: 'checkbox', name: 'network', value: name, checked: true })
    return make('label', {}, input, ` ${name}`)
  }),
)

const checkedOf = (name: string) =>
  [...form.querySelectorAll<HTMLInputElement>(`input[name=${name}]:checked`)].map((i) => i.value)

/** Offers the GPU where there is one. */
async function lookForGpu(): Promise<void> {
  const gpu = form.querySelector<HTMLInputElement>('[value=webgpu]') as HTMLInputElement
  const adapter = await navigator.gpu?.requestAdapter().catch(() => null)
  gpu.disabled = !adapter
  // One in software takes minutes.
  gpu.checked = adapter ? !isSoftware(adapter) : false
  byId('gpu-note').textContent = adapter ? own.gpu(describe(adapter) || own.nameless) : own.noGpu
}

async function emptyReport(side: number): Promise<Report> {
  const darkroom = createDarkroom({ provider: 'wasm', persist: false })
  const { version } = await darkroom.info().finally(() => darkroom.dispose())
  const { userAgent, hardwareConcurrency } = navigator
  const date = new Date().toISOString().slice(0, 10)
  return {
    darkroom: version,
    browser: userAgent,
    cores: hardwareConcurrency,
    date,
    side,
    measured: [],
  }
}

function show(report: Report): void {
  byId('results').hidden = false
  byId('table').replaceChildren(...tableOf(report))
  byId('chart').replaceChildren(...barsOf(report))
  json.value = JSON.stringify(report, null, 2)
}

async function run(): Promise<void> {
  const side = Number(checkedOf('side')[0])
  const chosen = networks.filter(({ name }) => checkedOf('network').includes(name))
  const image = await squarePhotograph(side)
  const report = await emptyReport(side)
  for (const provider of checkedOf('provider') as Provider[]) {
    const at = report.measured.length
    const told = (measured: Measured, next?: Network) => {
      report.measured[at] = measured
      const on = providerNames[provider]
      status.textContent = next ? own.measuring(next.name, on) : own.memory(on)
      if (measured.networks.length > 0) show(report)
    }
    await measure(provider, chosen, image, abort.signal, told)
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  abort = new AbortController()
  const { signal } = abort
  start.disabled = true
  stop.hidden = false
  const stopped = new Promise<string>((resolve) =>
    signal.addEventListener('abort', () => resolve(own.stopped)),
  )
  const done = run().then(
    () => own.done,
    (error) => (error instanceof Error ? error.message : String(error)),
  )
  status.textContent = await Promise.race([done, stopped])
  await done
  start.disabled = false
  stop.hidden = true
})
stop.addEventListener('click', () => abort.abort())
byId('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText(json.value)
  status.textContent = own.copied
})

void lookForGpu()
