import { byId, make } from '../../../demo/dom.ts'
import { targetName } from '../../../demo/labels.ts'
import { texts } from '../../../demo/language/language.ts'
import { translatePage } from '../../../demo/language/page-texts.ts'
import { createDarkroom } from '../../../src/index.ts'
import { describe, infoOf, isSoftware } from '../../../workers/inference/adapter.ts'
import { choice, measure } from './measure.ts'
import { type Network, networks } from './networks.ts'
import { squarePhotograph } from './picture.ts'
import type { Measured, Report, Target } from './report.ts'
import { barsOf, choiceIn, tableOf } from './show.ts'

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

const [half, gpu] = [byId<HTMLInputElement>('half'), byId<HTMLInputElement>('gpu')]

/** Offers the GPU where there is one, and fp16 where its shaders have it. */
async function lookForGpu(): Promise<void> {
  const adapter = await navigator.gpu?.requestAdapter().catch(() => null)
  gpu.disabled = !adapter
  const info = adapter && (await infoOf(adapter))
  // One in software takes minutes.
  gpu.checked = info ? !isSoftware(info) : false
  half.disabled = !adapter?.features.has('shader-f16')
  half.checked = gpu.checked && !half.disabled
  const name = info && own.gpu(describe(info) || own.nameless)
  byId('gpu-note').textContent = name
    ? `${name}${half.disabled ? `, ${own.noFp16}` : ''}`
    : own.noGpu
}

const targetOf = (value: string) => {
  const [provider, precision] = value.split(' ')
  return { provider, precision } as Target
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
  byId('chosen').textContent = report.auto ? choiceIn(report.auto) : ''
  json.value = JSON.stringify(report, null, 2)
}

async function run(): Promise<void> {
  const side = Number(checkedOf('side')[0])
  const chosen = networks.filter(({ name }) => checkedOf('network').includes(name))
  const image = await squarePhotograph(side)
  const report = await emptyReport(side)
  for (const target of checkedOf('target').map(targetOf)) {
    const at = report.measured.length
    const told = (measured: Measured, next?: Network) => {
      report.measured[at] = measured
      const on = targetName(target)
      status.textContent = next ? own.measuring(next.name, on) : own.memory(on)
      if (measured.networks.length > 0 || measured.failed) show(report)
    }
    await measure(target, chosen, image, abort.signal, told)
  }
  show({ ...report, auto: await choice(chosen, image, abort.signal) })
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
