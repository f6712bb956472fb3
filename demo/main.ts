import { createDarkroom } from '../src/index.ts'
import { offerCheck, showBadge } from './badge.ts'
import { setUpCode } from './code/show.ts'
import { setUpViewer, showBefore } from './compare.ts'
import { cancel, develop, discard } from './develop.ts'
import { byId } from './dom.ts'
import { bound, files, keep, preview, release, sourceUrl } from './files.ts'
import { setUpFolder } from './folder.ts'
import { qualityMatters, setUpBasics } from './form/basics.ts'
import { setUpFields, unfold } from './form/fields.ts'
import { setUpPresets } from './form/presets.ts'
import { closeGallery, showGallery } from './gallery.ts'
import { setUpJobs } from './jobs/list.ts'
import { readRequest, setUpJson } from './json.ts'
import { foresee } from './outlook.ts'
import type { Json } from './paths.ts'
import { pickPictures } from './picker.ts'
import { setUpConnection } from './remote/connection.ts'
import { remote } from './remote/held.ts'
import { fromWords, markLeaving } from './remote/leaving.ts'
import { setUpPrompt } from './remote/prompt.ts'
import { offerSamples } from './samples.ts'
import { serve } from './service.ts'
import { leadBack, setUpStage } from './stage.ts'
import { change, current, onRequest } from './state.ts'
import { setUpStorageForm } from './storages/form.ts'
import { hold, storages } from './storages/held.ts'
import { setUpStorageList } from './storages/list.ts'
import { privateFolder } from './storages/private-folder.ts'
import { setUpTabs } from './tabs.ts'
import { go, setUpViews } from './views.ts'
import { bytes } from './words.ts'

// There before Darkroom is, for jobs that an earlier page left.
hold({ name: 'browser', kind: 'Folder inside this browser', storage: privateFolder('') })
const darkroom = createDarkroom({ storages, remote })
// For the console, and for whoever tests the page.
Object.assign(window, { darkroom, files })

/** The pictures that were opened last, by their names. */
let open: string[] = []

function openPictures(chosen: File[], origin?: string, request = current()): void {
  const names = begin(() => chosen.map(keep))
  const { url, urls, ...rest } = request
  const [name = ''] = names
  if (names.length > 1) {
    say(`${names.length} pictures`, weight(chosen))
    showGallery(names)
    change({ urls: names, ...rest }, 'page')
  } else {
    Object.assign(window, { picture: files.get(name) })
    say(name, origin ?? weight(chosen))
    void showBefore(sourceUrl(name), weight(chosen))
    change({ url: name, ...rest }, 'page')
  }
}

/** A sample, from which one gets back to the others. One that needs something comes with the request for it. */
function openSample(file: File, origin: string, pressed: HTMLElement, request?: Json): void {
  openPictures([file], origin, request)
  leadBack({ scene: 'welcome', pressed })
  if (request) unfold()
}

/** A file of a storage, which stays where it is. */
function openStored(url: string, file: Blob): void {
  begin(() => [url])
  preview(url, file)
  say(url, bytes(file.size))
  void showBefore(sourceUrl(url), bytes(file.size))
  const { url: _, urls, ...rest } = current()
  change({ url, ...rest }, 'page')
}

/** Takes what was open off the page, and says what is open now. */
function begin(names: () => string[]): string[] {
  discard()
  for (const name of open) release(name)
  open = names()
  closeGallery()
  go('picture')
  qualityMatters(null)
  return open
}

const weight = (chosen: File[]) => bytes(chosen.reduce((sum, { size }) => sum + size, 0))

function say(name: string, facts: string): void {
  byId('source-name').textContent = name
  byId('source-facts').textContent = facts
}

function take(next: Json): void {
  byId<HTMLButtonElement>('develop').disabled = !(
    next.url ||
    next.urls ||
    next.target ||
    fromWords(next)
  )
  markLeaving(next)
  byId('develop').classList.add('primary')
  void foresee(darkroom, bound(next))
}

function run(): void {
  const json = readRequest()
  if (!json) {
    byId('request').focus()
    return
  }
  go('picture')
  if (Array.isArray(json.urls)) showGallery(json.urls.map(String))
  else if (json.url && !open.includes(String(json.url)))
    void showBefore(sourceUrl(String(json.url)), '')
  void develop(darkroom, json)
}

setUpTabs()
setUpViews()
setUpViewer()
setUpStage()
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
onRequest(take)
pickPictures(openPictures, openSample)
offerSamples(openSample)
byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  run()
})
byId('cancel').addEventListener('click', cancel)
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') cancel()
})
change(current(), 'page')
void serve(darkroom)
// Later than the first paint: it starts a worker.
offerCheck(darkroom)
setTimeout(() => showBadge(darkroom))
byId('badge').addEventListener('toggle', () => showBadge(darkroom))
