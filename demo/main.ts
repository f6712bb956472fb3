import { createDarkroom } from 'darkroom-web'
import { setUpModelCheck, showEngineInfo } from './badge.ts'
import { setUpBrush } from './brush/brush.ts'
import { setUpCode } from './code/show.ts'
import { setUpViewer, showSource } from './compare.ts'
import { setUpDecodable } from './decodable.ts'
import { byId } from './dom.ts'
import { setUpFlip } from './flip.ts'
import { setUpFolder } from './folder.ts'
import { enableQuality, setUpBasics } from './form/basics.ts'
import { openUsedGroups, setUpFields } from './form/fields.ts'
import { setUpPresets } from './form/presets.ts'
import { closeGallery, completed, showGallery } from './gallery.ts'
import { setUpImagePicker } from './image-picker.ts'
import { setUpJobs } from './jobs/list.ts'
import { readRequest, setUpJson } from './json-editor.ts'
import type { Json } from './json-paths.ts'
import { keepOpen, takeKept } from './language/kept-open.ts'
import { texts } from './language/language.ts'
import { bytes } from './language/numbers.ts'
import { translatePage } from './language/page-texts.ts'
import { setUpLanguageSwitch } from './language/switch.ts'
import { closeFile, files, openFile, setPreview, sourceOf, sourceUrl } from './open-files.ts'
import { previewPlan } from './plan-preview.ts'
import { setUpConnection } from './remote/connection.ts'
import { setUpPrompt } from './remote/prompt.ts'
import { remote } from './remote/settings.ts'
import {
  type Arrival,
  currentRequest,
  expectSource,
  onRequestChange,
  setRequest,
} from './request-state.ts'
import { cancelRun, discardResult, runRequest } from './run-request.ts'
import { setUpSamples } from './samples.ts'
import { setUpSaveAll } from './save-all.ts'
import { serveRestApi } from './service.ts'
import { showSourceOf } from './source-of.ts'
import { setBackLink, setUpStage } from './stage.ts'
import { setUpStorageForm } from './storages/form.ts'
import { setUpStorageList } from './storages/list.ts'
import { privateFolder } from './storages/private-folder.ts'
import { registerStorage, storages } from './storages/registry.ts'
import { setUpTabs } from './tabs.ts'
import { setUpTasks } from './tasks.ts'
import { go, setUpViews } from './views.ts'

// Registered before Darkroom is created: jobs of an earlier page may need it.
registerStorage({ name: 'browser', kind: texts.storages.private, storage: privateFolder('') })
const darkroom = createDarkroom({ storages, remote })
// For the console and for tests.
Object.assign(window, { darkroom, files })

/** The names of the open images. */
let open: string[] = []

/** Returns whether they were opened. */
function openPictures(chosen: File[], arrival: Arrival, origin?: string, own?: Json): boolean {
  const request = arrival(own)
  if (!request) return false
  const names = begin(() => chosen.map(openFile))
  const { url, urls, ...rest } = request
  const [name = ''] = names
  if (names.length > 1) {
    say(texts.form.pictures(names.length), weight(chosen))
    showGallery(names.map(sourceOf))
    setRequest({ urls: names, ...rest }, 'page')
  } else {
    Object.assign(window, { picture: files.get(name) })
    say(name, origin ?? weight(chosen))
    void showSource(sourceUrl(name), weight(chosen))
    setRequest({ url: name, ...rest }, 'page')
  }
  return true
}

/** Opens a sample, with a link back to the samples, and runs its request. */
function openSample(
  file: File,
  arrival: Arrival,
  origin: string,
  pressed: HTMLElement,
  request: Json,
): void {
  const opened = openPictures([file], arrival, origin, request)
  setBackLink({ scene: 'welcome', pressed })
  if (!opened) return
  openUsedGroups()
  run()
}

/** Opens a file of a storage, by its storage URL. */
function openStored(url: string, file: Blob, arrival: Arrival): void {
  const request = arrival()
  if (!request) return
  begin(() => [url])
  setPreview(url, file)
  say(url, bytes(file.size))
  void showSource(sourceUrl(url), bytes(file.size))
  const { url: _, urls, ...rest } = request
  setRequest({ url, ...rest }, 'page')
}

/** Closes the open images and opens others. Returns their names. */
function begin(names: () => string[]): string[] {
  discardResult()
  for (const name of open) closeFile(name)
  open = names()
  closeGallery()
  go('picture')
  enableQuality(null)
  return open
}

const weight = (chosen: File[]) => bytes(chosen.reduce((sum, { size }) => sum + size, 0))

function say(name: string, facts: string): void {
  byId('source-name').textContent = name
  byId('source-facts').textContent = facts
}

function take(next: Json): void {
  byId<HTMLButtonElement>('develop').disabled = !(next.url || next.urls || next.target)
  byId('develop').classList.add('primary')
  void previewPlan(darkroom, next)
}

function run(): void {
  const json = readRequest()
  if (!json) {
    byId('request').focus()
    return
  }
  go('picture')
  void showSourceOf(json)
  void runRequest(darkroom, json)
}

/** Opens what was open before the page was loaded in another language. */
async function reopen(): Promise<void> {
  const arrival = expectSource()
  const kept = await takeKept()
  if (!kept) return
  for (const [name, file] of kept.files) files.set(name, file)
  const images = kept.images.flatMap((name) => kept.files.get(name) ?? [])
  if (images.length > 0) openPictures(images, arrival, undefined, kept.request)
  else setRequest(arrival(kept.request) ?? currentRequest(), 'page')
}

/** Controls that Escape clears or closes. */
const ESCAPABLE = 'input:not([type=radio], [type=checkbox], [type=range]), select, textarea, dialog'

const isOfControl = ({ defaultPrevented, target }: Event): boolean =>
  defaultPrevented || (target instanceof Element && target.closest(ESCAPABLE) !== null)

translatePage()
setUpLanguageSwitch(() => keepOpen({ files, images: open, request: currentRequest() }))
setUpDecodable(darkroom)
setUpTabs()
setUpViews()
setUpViewer()
setUpStage()
setUpFlip()
setUpJson()
setUpBasics()
setUpPresets()
setUpFields()
setUpCode()
setUpStorageForm()
setUpStorageList(openStored)
setUpFolder(darkroom)
setUpJobs(darkroom)
setUpConnection(darkroom)
setUpPrompt(run)
onRequestChange(take)
setUpBrush()
setUpSaveAll(completed)
setUpImagePicker(openPictures, openSample)
setUpTasks(
  (chosen, request) => openPictures(chosen, expectSource(), undefined, request) && run(),
  (request) => {
    setRequest(request, 'page')
    run()
  },
)
setUpSamples(openSample)
byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  run()
})
byId('cancel').addEventListener('click', cancelRun)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !isOfControl(event)) cancelRun()
})
setRequest(currentRequest(), 'page')
void reopen()
void serveRestApi(darkroom)
// After the first paint: this starts a worker.
setUpModelCheck(darkroom)
setTimeout(() => showEngineInfo(darkroom))
byId('badge').addEventListener('toggle', () => showEngineInfo(darkroom))
