import type { Darkroom, DarkroomInfo, ModelCheck } from '../src/index.ts'
import { byId, make } from './dom.ts'
import { providerNames as names } from './labels.ts'

/** Shows in the corner of the page which provider runs the models. A click shows why. */
export async function showEngineInfo(darkroom: Darkroom): Promise<void> {
  try {
    show(await darkroom.info())
  } catch (error) {
    byId('badge-text').textContent = 'No engine'
    byId('badge-facts').replaceChildren(
      ...fact('Why', error instanceof Error ? error.message : String(error)),
    )
  }
}

/** Runs each model on a known input after a click, and shows whether its output is right. */
export function setUpModelCheck(darkroom: Darkroom): void {
  const button = byId<HTMLButtonElement>('check')
  button.addEventListener('click', async () => {
    button.disabled = true
    button.textContent = 'Checking…'
    const lines = await darkroom.check().then(
      (checks) => checks.map(lineOf),
      (error) => [line(false, 'Check', error instanceof Error ? error.message : String(error))],
    )
    byId('checks').replaceChildren(...lines)
    button.textContent = 'Check again'
    button.disabled = false
  })
}

const lineOf = ({ model, provider, ok, ms, difference, why }: ModelCheck) =>
  line(ok, model, why ?? `${names[provider]}, ${ms} ms, within ${difference?.toExponential(0)}`)

function line(ok: boolean, name: string, text: string): HTMLElement {
  const item = make('li', {}, make('strong', {}, name), ' ', make('span', {}, text))
  item.dataset.ok = String(ok)
  return item
}

function show({ provider, adapter, threads, why, cached, version }: DarkroomInfo): void {
  const badge = byId('badge')
  badge.dataset.provider = provider
  badge.title = why
  const threaded = threads === 1 ? '1 thread' : `${threads} threads`
  byId('badge-text').textContent =
    provider === 'webgpu' ? names.webgpu : `${names.wasm} · ${threaded}`
  byId('badge-facts').replaceChildren(
    ...fact('Runs on', `${names[provider]}, ${threaded}`),
    ...fact('Why', why),
    ...fact('Adapter', adapter ?? 'none'),
    ...fact('Networks kept here', cached.join(', ') || 'none yet'),
    ...fact('Version', version),
  )
}

function fact(name: string, value: string): HTMLElement[] {
  return [make('dt', {}, name), make('dd', {}, value)]
}
