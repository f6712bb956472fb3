import type { Darkroom } from 'darkroom-web'
import {
  type BatchItem,
  type BatchReport,
  directoryStorage,
  displayName,
  runBatch,
  type Storage,
} from 'darkroom-web/storages'
import { byId, complain, make } from './dom.ts'
import { readRequest } from './json-editor.ts'
import type { Json } from './json-paths.ts'
import { messageOf } from './labels.ts'
import { texts } from './language/language.ts'
import { withFiles } from './open-files.ts'
import { canPickFolders, pickFolder } from './storages/kinds.ts'
import {
  onStoragesChange,
  registeredStorages,
  registerStorage,
  storages,
} from './storages/registry.ts'

const PICK = '/pick'

const from = byId<HTMLSelectElement>('folder-from')
const to = byId<HTMLSelectElement>('folder-to')
const status = byId('folder-status')
const items = byId('folder-items')
const problem = byId('folder-problem')

let running: AbortController | undefined

/** Runs one request for every file of a folder, from a storage into a storage. */
export function setUpFolder(darkroom: Darkroom): void {
  onStoragesChange(offer)
  offer()
  for (const select of [from, to]) {
    select.addEventListener('input', () => {
      if (select.value === PICK) void pick(select)
    })
  }
  byId('folder-stop').addEventListener('click', () => running?.abort())
  byId('folder-form').addEventListener('submit', (event) => {
    event.preventDefault()
    void run(darkroom)
  })
}

/** The storages that can list their files. */
function offer(): void {
  for (const select of [from, to]) {
    const { value } = select
    const options = registeredStorages()
      .filter(({ storage }) => storage.list)
      .map(({ name }) => make('option', { value: name }, `storage://${name}/`))
    const picking = canPickFolders ? [make('option', { value: PICK }, texts.folder.choose)] : []
    select.replaceChildren(...options, ...picking)
    if (value in storages) select.value = value
    else if (select.value === PICK) select.value = ''
  }
}

/** Registers a folder of the device as a storage under its own name. */
async function pick(select: HTMLSelectElement): Promise<void> {
  const handle = await pickFolder().catch(() => undefined)
  if (!handle) {
    offer()
    select.selectedIndex = 0
    return
  }
  let name = handle.name || 'folder'
  for (let i = 2; name in storages; i++) name = `${handle.name}-${i}`
  registerStorage({ name, kind: texts.folder.device, storage: directoryStorage(handle) })
  select.value = name
}

async function run(darkroom: Darkroom): Promise<void> {
  const json = readRequest()
  if (!json || running) return
  running = new AbortController()
  begin()
  try {
    let before = 0
    const report = await runBatch(darkroom, {
      source: storageOf(from),
      target: storageOf(to),
      folder: pathOf('folder-from-path'),
      to: pathOf('folder-to-path'),
      request: withFiles(withoutEnds(json)),
      invalid: byId<HTMLInputElement>('folder-invalid').checked,
      signal: running.signal,
      onProgress: ({ done, total, item }) => {
        if (item.skipped && item.status === 'complete') before++
        status.textContent = texts.folder.progress(done, total)
        items.append(row(item))
      },
    })
    status.textContent = summary(report, before)
  } catch (error) {
    status.textContent = ''
    complain(problem, messageOf(error))
  } finally {
    running = undefined
    showRunning(false)
  }
}

/** Without the fields that a batch sets itself. */
const withoutEnds = ({ url: _, urls: __, target: ___, ...rest }: Json): Json => rest

function storageOf({ value }: HTMLSelectElement): Storage {
  const storage = storages[value]
  if (storage) return storage
  throw new Error(texts.folder.none)
}

const pathOf = (id: string) =>
  byId<HTMLInputElement>(id)
    .value.trim()
    .replace(/^\/+|\/+$/g, '')

function begin(): void {
  complain(problem, '')
  items.replaceChildren()
  status.textContent = texts.folder.looking
  showRunning(true)
}

function showRunning(shown: boolean): void {
  byId('folder-stop').hidden = !shown
  byId<HTMLButtonElement>('folder-run').disabled = shown
}

const endings = { invalid: texts.folder.invalidState, failed: texts.folder.failedState }

function row({ source, status: state, skipped, path, reasons }: BatchItem): HTMLElement {
  const target = displayName(path ?? '')
  const result = skipped ? texts.folder.before(target) : target
  const text = state === 'complete' ? result : [endings[state], ...reasons].join(': ')
  const shown = make('span', { className: 'state muted' }, text)
  const what = make('div', { className: 'what' }, make('strong', {}, displayName(source)), shown)
  return make('li', { dataset: { status: state } }, what)
}

/** @param before how many of the complete ones were so before this run. */
function summary(
  { total, complete, invalid, failed, stopped }: BatchReport,
  before: number,
): string {
  const counts = [
    texts.folder.complete(complete, total),
    before > 0 && texts.folder.ofThemBefore(before),
    invalid > 0 && texts.folder.invalidCount(invalid),
    failed > 0 && texts.folder.failedCount(failed),
  ]
  const text = `${counts.filter(Boolean).join(', ')}.`
  return stopped ? texts.folder.stopped(text) : text
}
