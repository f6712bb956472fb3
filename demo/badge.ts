import type { Darkroom, DarkroomInfo } from '../src/index.ts'
import { byId } from './dom.ts'
import { providers as names } from './words.ts'

/** What computes here, in the corner of the page; why, behind a click. */
export async function showBadge(darkroom: Darkroom): Promise<void> {
  try {
    show(await darkroom.info())
  } catch (error) {
    byId('badge-text').textContent = 'No engine'
    byId('badge-facts').replaceChildren(
      ...fact('Why', error instanceof Error ? error.message : String(error)),
    )
  }
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
  const term = document.createElement('dt')
  const description = document.createElement('dd')
  term.textContent = name
  description.textContent = value
  return [term, description]
}
