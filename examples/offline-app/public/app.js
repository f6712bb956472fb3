import { createDarkroom } from './darkroom/external-assets.js'
import { precache, register } from './darkroom/service-worker.js'

const darkroom = createDarkroom({ assetsUrl: './darkroom/', persist: false })
const requests = {
  enlarge: { width: '200%' },
  'cut-out': { background: { remove: 'auto' } },
}
const element = (selector) => document.querySelector(selector)
const buttons = [...document.querySelectorAll('button')]

/** Shows what goes on, and why it failed. Buttons are disabled meanwhile. */
async function during(text, output, work) {
  for (const button of buttons) button.disabled = true
  output.textContent = text
  try {
    output.textContent = await work()
  } catch (error) {
    output.textContent = error.message
  }
  for (const button of buttons) button.disabled = false
}

/** Stores the page and its scripts, and what the requests need: runtime and weights. */
async function store() {
  await register('./service-worker.js', { type: 'module' })
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  const own = files.filter((name) => name.startsWith(location.origin))
  const shell = await caches.open('shell')
  await shell.addAll(new Set([location.href, ...own]))
  await precache(darkroom, { requests: Object.values(requests) })
  return 'Stored: this page works without a network'
}

async function run(name) {
  const [url] = element('input').files
  if (!url) return 'Choose a picture first'
  const { result_url, details } = await darkroom.run({ ...requests[name], url })
  const image = element('img')
  image.src = result_url
  image.hidden = false
  return `${details.width} × ${details.height} pixels`
}

element('#store').addEventListener('click', () => during('Storing …', element('#state'), store))
for (const name of Object.keys(requests)) {
  const button = element(`#${name}`)
  button.addEventListener('click', () => during('Working …', element('#status'), () => run(name)))
}
