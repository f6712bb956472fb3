import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { canInstall, install, onPath } from './apt.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Flags that give Chromium WebGPU on a machine without a GPU, and keep it off the network. */
export const flags = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const isFile = (path) => Boolean(path) && existsSync(path)

const installed = () =>
  [process.env.CHROMIUM, onPath(...NAMES), MAC, chromium.executablePath()].find(isFile)

/** Returns the path of Chromium: $CHROMIUM, an installed one, Playwright's. On Debian, as root, it is installed if missing. */
export function findChromium() {
  if (process.env.CHROMIUM && !existsSync(process.env.CHROMIUM)) {
    throw new Error(`Expected a browser at $CHROMIUM, but there is none: ${process.env.CHROMIUM}`)
  }
  const found = installed()
  if (found) return found
  if (!canInstall()) {
    throw new Error(
      'Chromium is missing. Install it (on Debian: apt-get install -y chromium) or set $CHROMIUM',
    )
  }
  install(['chromium'])
  const now = installed()
  if (!now) throw new Error('apt-get installed Chromium, but it cannot be found')
  return now
}

/** Launches a headless Chromium with a profile in a folder, which outlives it. `args`: further flags. */
export const launchPersistent = (folder, args = []) =>
  chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    args: [...flags, ...args],
  })

/** Launches a headless Chromium. */
export const launch = (options = {}) =>
  chromium.launch({ executablePath: findChromium(), args: flags, ...options })
