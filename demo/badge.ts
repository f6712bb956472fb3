import type { Darkroom, DarkroomInfo, ModelCheck } from 'darkroom-web'
import { byId, make } from './dom.ts'
import { messageOf, providerNames as names, targetName } from './labels.ts'
import { texts } from './language/language.ts'
import { milliseconds } from './language/numbers.ts'

/** Shows in the corner of the page which provider runs the models. A click shows why. */
export async function showEngineInfo(darkroom: Darkroom): Promise<void> {
  try {
    show(await darkroom.info())
  } catch (error) {
    byId('badge-text').textContent = texts.badge.noEngine
    byId('badge-facts').replaceChildren(...fact(texts.badge.why, messageOf(error)))
  }
}

/** Runs each model on a known input after a click, and shows whether its output is right. */
export function setUpModelCheck(darkroom: Darkroom): void {
  const button = byId<HTMLButtonElement>('check')
  button.addEventListener('click', async () => {
    button.disabled = true
    button.textContent = texts.badge.checking
    const lines = await darkroom.check().then(
      (checks) => checks.map(lineOf),
      (error) => [line(false, texts.badge.checkFailed, messageOf(error))],
    )
    byId('checks').replaceChildren(...lines)
    button.textContent = texts.badge.checkAgain
    button.disabled = false
  })
}

function lineOf(check: ModelCheck): HTMLElement {
  const { model, provider, precision = 'fp32', ok, ms, difference, why } = check
  const target = targetName({ provider, precision })
  const apart = (difference ?? 0).toExponential(0)
  return line(ok, model, why ?? texts.badge.checked(target, milliseconds(ms ?? 0), apart))
}

const line = (ok: boolean, name: string, text: string): HTMLElement =>
  make('li', { dataset: { ok: String(ok) } }, make('strong', {}, name), ' ', make('span', {}, text))

function show({ provider, precision, adapter, threads, why, cached, version }: DarkroomInfo): void {
  const badge = byId('badge')
  badge.dataset.provider = provider
  badge.title = why
  const threaded = texts.badge.threads(threads)
  byId('badge-text').textContent =
    provider === 'webgpu' ? names.webgpu : `${names.wasm} · ${threaded}`
  byId('badge-facts').replaceChildren(
    ...fact(texts.badge.runsOn, `${targetName({ provider, precision })}, ${threaded}`),
    ...fact(texts.badge.why, why),
    ...fact(texts.badge.adapter, adapter ?? texts.badge.noAdapter),
    ...fact(texts.badge.kept, cached.join(', ') || texts.badge.keptNone),
    ...fact(texts.badge.version, version),
  )
}

const fact = (name: string, value: string) => [make('dt', {}, name), make('dd', {}, value)]
