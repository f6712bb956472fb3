import type { Darkroom, DarkroomInfo, ModelCheck } from 'darkroom-web'
import { byId, make } from './dom.ts'
import { providerNames as names, targetName } from './labels.ts'
import { texts } from './language/language.ts'
import { milliseconds } from './language/numbers.ts'

/** Shows in the corner of the page which provider runs the models. A click shows why. */
export async function showEngineInfo(darkroom: Darkroom): Promise<void> {
  try {
    show(await darkroom.info())
  } catch (error) {
    byId('badge-text').textContent = texts.badge.noEngine
    byId('badge-facts').replaceChildren(
      ...fact(texts.badge.why, error instanceof Error ? error.message : String(error)),
    )
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
      (error) => [
        line(
          false,
          texts.badge.checkFailed,
          error instanceof Error ? error.message : String(error),
        ),
      ],
    )
    byId('checks').replaceChildren(...lines)
    button.textContent = texts.badge.checkAgain
    button.disabled = false
  })
}

const lineOf = ({ model, provider, precision = 'fp32', ok, ms, difference, why }: ModelCheck) =>
  line(
    ok,
    model,
    why ??
      texts.badge.checked(
        targetName({ provider, precision }),
        milliseconds(ms ?? 0),
        (difference ?? 0).toExponential(0),
      ),
  )

function line(ok: boolean, name: string, text: string): HTMLElement {
  const item = make('li', {}, make('strong', {}, name), ' ', make('span', {}, text))
  item.dataset.ok = String(ok)
  return item
}

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

function fact(name: string, value: string): HTMLElement[] {
  return [make('dt', {}, name), make('dd', {}, value)]
}
