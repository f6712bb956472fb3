import { createDarkroom, type ProcessingRequest } from '../src/index.ts'
import { showBadge } from './badge.ts'
import { setUpViewer, showBefore } from './compare.ts'
import { cancel, develop, discard } from './develop.ts'
import { byId } from './dom.ts'
import { type Json, onFormChange, qualityMatters, showInForm } from './form.ts'
import { onRequestTyped, readRequest, writeCode, writeRequest } from './json.ts'
import { foresee } from './outlook.ts'
import { pickPictures } from './picker.ts'
import { setUpTabs } from './tabs.ts'
import { bytes } from './words.ts'

const darkroom = createDarkroom()
// For the console, and for whoever tests the page.
Object.assign(window, { darkroom })

/** What is being edited: the request as JSON, and the picture that its `url` names. */
let request: Json = { width: '200%' }
let picture: File | undefined
let pictureUrl = ''

function openPicture(file: File, origin?: string): void {
  discard(darkroom)
  URL.revokeObjectURL(pictureUrl)
  picture = file
  pictureUrl = URL.createObjectURL(file)
  Object.assign(window, { picture })
  byId('source-name').textContent = file.name
  byId('source-facts').textContent = origin ?? bytes(file.size)
  qualityMatters(null)
  void showBefore(pictureUrl, bytes(file.size))
  const { url: _, ...rest } = request
  edit({ url: file.name, ...rest })
}

/** A change that did not come from the JSON itself. */
function edit(next: Json): void {
  writeRequest(next)
  take(next)
}

function take(next: Json): void {
  request = next
  writeCode(next, picture?.name)
  byId<HTMLButtonElement>('develop').disabled = !next.url
  byId('develop').classList.add('primary')
  void foresee(darkroom, bound(next))
}

/** The request as it is run: the file's name stands for the file. */
function bound(json: Json): ProcessingRequest {
  const named = picture && json.url === picture.name
  return (named ? { ...json, url: picture } : json) as ProcessingRequest
}

/** Leaves out what is undefined, as JSON would. */
const compact = (json: Json) =>
  Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined))

function run(): void {
  const json = readRequest()
  if (!json) {
    byId('request').focus()
    return
  }
  const ready = bound(json)
  if (typeof ready.url === 'string') void showBefore(ready.url, '')
  void develop(darkroom, ready)
}

setUpTabs()
setUpViewer()
pickPictures(openPicture)
onFormChange((fields) => edit(compact({ ...request, ...fields })))
onRequestTyped((typed) => {
  showInForm(typed)
  take(typed)
})
byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  run()
})
byId('cancel').addEventListener('click', cancel)
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') cancel()
})
edit(request)
// Later than the first paint: it starts a worker.
setTimeout(() => showBadge(darkroom))
byId('badge').addEventListener('toggle', () => showBadge(darkroom))
