import type { StoredFile } from '../../src/storages.ts'
import { byId, make } from '../dom.ts'
import { change, current } from '../state.ts'
import { go } from '../views.ts'
import { bytes } from '../words.ts'
import { allHeld, type Held, letGo, onStorages } from './held.ts'

/** More would be a wall of names. */
const MOST = 200

/** The storages of this page, what is in them, and what one can do with that. */
export function setUpStorageList(): void {
  onStorages(show)
  show()
}

function show(): void {
  byId('storage-list').replaceChildren(...allHeld().map(row))
}

function row(held: Held): HTMLElement {
  const { name, kind, storage } = held
  const contents = make('ul', { className: 'contents', hidden: true })
  const state = make('span', { className: 'state' }, `${kind} · storage://${name}/`)
  const act = async (task: () => Promise<void>) => {
    try {
      await task()
    } catch (error) {
      state.textContent = error instanceof Error ? error.message : String(error)
      item.dataset.status = 'failed'
    }
  }
  const refresh = async () => {
    contents.replaceChildren(...(await entries(held)))
    contents.hidden = false
  }
  const look = button('Files', () =>
    act(async () => {
      if (contents.hidden) await refresh()
      else contents.hidden = true
    }),
  )
  look.hidden = !storage.list
  const input = make('input', { type: 'file', multiple: true, ariaLabel: `Add files to ${name}` })
  input.addEventListener('change', () =>
    act(async () => {
      const files = [...(input.files ?? [])]
      input.value = ''
      for (const file of files) await storage.write(file.name, file, new AbortController().signal)
      if (storage.list) await refresh()
    }),
  )
  const acts = make(
    'div',
    { className: 'acts' },
    look,
    make('label', { className: 'quiet file' }, 'Add files…', input),
    button('Remove', () => letGo(name), `Remove ${name}`),
  )
  const item = make(
    'li',
    {},
    make('div', { className: 'what' }, make('strong', {}, name), state),
    acts,
    contents,
  )
  return item
}

async function entries({ name, storage }: Held): Promise<HTMLElement[]> {
  const found: StoredFile[] = []
  for await (const file of storage.list?.('', new AbortController().signal) ?? []) {
    if (found.push(file) === MOST) break
  }
  if (found.length === 0) return [make('li', {}, 'Nothing is in it yet.')]
  return found.map((file) => entry(name, file))
}

function entry(name: string, { path, size }: StoredFile): HTMLElement {
  const use = button(
    'Use',
    () => {
      const { url: _, urls: __, ...rest } = current()
      change({ url: `storage://${name}/${path}`, ...rest }, 'page')
      go('picture')
    },
    `Use ${path}`,
  )
  return make('li', {}, make('span', {}, `${path} · ${bytes(size)}`), use)
}

function button(text: string, onClick: () => void, name = text): HTMLButtonElement {
  const made = make('button', { type: 'button', className: 'quiet', ariaLabel: name }, text)
  made.addEventListener('click', onClick)
  return made
}
