import { displayName, type StoredFile } from 'darkroom-web/storages'
import { byId, make, quietButton } from '../dom.ts'
import { messageOf } from '../labels.ts'
import { texts } from '../language/language.ts'
import { bytes } from '../language/numbers.ts'
import { type Arrival, expectSource } from '../request-state.ts'
import { onView } from '../views.ts'
import {
  onStoragesChange,
  type RegisteredStorage,
  registeredStorages,
  unregisterStorage,
} from './registry.ts'

const own = texts.storages

/** The most files that are shown. */
const MAX_FILES = 200

/** Called with the file that becomes the source of the next request. */
type Use = (url: string, file: Blob, arrival: Arrival) => void

/** Sets up the list of the page's storages and their files. */
export function setUpStorageList(use: Use): void {
  const show = () =>
    byId('storage-list').replaceChildren(...registeredStorages().map((held) => row(held, use)))
  onStoragesChange(show)
  onView(() => {
    for (const open of document.querySelectorAll('#storage-list details[open]'))
      open.dispatchEvent(new Event('toggle'))
  })
  show()
}

function row(held: RegisteredStorage, use: Use): HTMLElement {
  const { name, kind, storage } = held
  const state = make('span', { className: 'state muted' })
  const files = make('ul')
  const contents = make(
    'details',
    { className: 'contents' },
    make('summary', { className: 'muted' }, own.files),
    files,
  )
  contents.hidden = !storage.list
  const what = make('div', { className: 'what' }, make('strong', {}, name), state)
  const item = make('li', {}, what)
  const act = async (task: () => Promise<void>) => {
    try {
      state.textContent = `${kind} · storage://${name}/`
      delete item.dataset.status
      await task()
    } catch (error) {
      state.textContent = messageOf(error)
      item.dataset.status = 'failed'
    }
  }
  const take = (path: string) =>
    act(async () => {
      const arrival = expectSource()
      use(`storage://${name}/${path}`, await storage.read(path, never()), arrival)
    })
  const refresh = () => act(async () => files.replaceChildren(...(await entries(held, take))))
  contents.addEventListener('toggle', () => contents.open && refresh())
  const add = adder(name, (chosen) =>
    act(async () => {
      for (const file of chosen) await storage.write(file.name, file, never())
      if (contents.open) await refresh()
      contents.open = true
    }),
  )
  const remove = quietButton(own.remove, own.removeName(name), () => unregisterStorage(name))
  item.append(make('div', { className: 'acts' }, add, remove), contents)
  void act(async () => {})
  return item
}

function adder(name: string, add: (files: File[]) => void): HTMLElement {
  const onchange = () => {
    const files = [...(input.files ?? [])]
    input.value = ''
    add(files)
  }
  const ariaLabel = own.addFilesTo(name)
  const input = make('input', { type: 'file', multiple: true, ariaLabel, onchange })
  return make('label', { className: 'quiet muted file' }, own.addFiles, input)
}

async function entries(
  { storage }: RegisteredStorage,
  take: (path: string) => void,
): Promise<HTMLElement[]> {
  const found: StoredFile[] = []
  for await (const file of storage.list?.('', never()) ?? []) {
    if (found.push(file) === MAX_FILES) break
  }
  if (found.length === 0) return [make('li', {}, own.empty)]
  return found.map(({ path, size }) => {
    const name = displayName(path)
    const use = quietButton(own.use, own.useFile(name), () => take(path))
    return make('li', {}, make('span', {}, `${name} · ${bytes(size)}`), use)
  })
}

/** Short operations are not cancellable here. */
const never = () => new AbortController().signal
