import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createServer, type Plugin } from 'vite'
import { buildServiceWorker } from '../../scripts/build/service-worker.mjs'
import { builtWorker } from '../../scripts/built-worker.mjs'
import { launch } from '../../scripts/chromium.mjs'
import type { DarkroomOptions } from '../../src/index.ts'

export const source = (path: string) =>
  `/@fs${fileURLToPath(new URL(`../../src/${path}`, import.meta.url))}`

/** Path of the published service worker. */
const PUBLISHED = '/darkroom-service-worker.js'

/** Options of one page of the site. */
export interface PageSetup {
  darkroom?: DarkroomOptions
  /** Name of a storage in the origin private file system. */
  storage?: string
  /** Whether the page answers requests; true by default. */
  serves?: boolean
  /** Path of the service worker's script; the published classic one by default. */
  script?: string
  register?: { origins?: string[]; type?: 'module' }
}

const html = ({ darkroom, storage, serves = true, script, register }: PageSetup) => `<!doctype html>
<title>Darkroom</title><link rel="icon" href="data:,">
<script type="module">
  import { createDarkroom } from '${source('index.ts')}'
  import { ready, register, serveRequests } from '${source('http/service-worker.ts')}'
  const storages = {}
  ${storage ? openStorage(storage) : ''}
  window.darkroom = createDarkroom({ storages, ...${JSON.stringify({ provider: 'wasm', ...darkroom })} })
  if (${serves}) serveRequests(window.darkroom)
  const start = performance.now()
  window.controlled = register('${script ?? PUBLISHED}', ${JSON.stringify(register ?? {})})
    .then(ready)
    .then(() => performance.now() - start)
</script>`

/** Code that adds a storage to `storages`. */
export const openStorage = (name: string) => `
  const { directoryStorage } = await import('${source('storages.ts')}')
  storages['${name}'] = directoryStorage(await navigator.storage.getDirectory())`

/** Serves a site to its own browser: pages with a real Darkroom, and their service worker. */
export async function openSite() {
  const setups = new Map<string, PageSetup>()
  const scripts = new Map<string, string>()
  const published = await buildServiceWorker()
  scripts.set(PUBLISHED, published)
  const server = await createServer({
    configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
    logLevel: 'error',
    // Another server of the same test may be writing the default folder.
    cacheDir: '../node_modules/.vite-site',
    server: { port: 0, hmr: false },
    plugins: [builtWorker(), site(setups, scripts)],
  })
  await server.listen()
  const url = new URL(server.resolvedUrls?.local[0] ?? '')
  const browser: Browser = await launch()
  let context: BrowserContext = await browser.newContext()
  const open = async (setup: PageSetup = {}): Promise<Page> => {
    const path = `/page-${setups.size}.html`
    setups.set(path, setup)
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(error))
    await page.goto(new URL(path, url).href)
    return page
  }
  /** Opens a page and waits until the service worker controls it. */
  const openControlled = async (setup?: PageSetup): Promise<Page> => {
    const page = await open(setup)
    await page.waitForFunction(() => 'controlled' in window)
    await page.evaluate(() => (window as { controlled?: Promise<number> }).controlled)
    return page
  }
  /** Begins anew: a browser profile without pages, storage and service workers, and the published script alone. */
  const reset = async () => {
    await context.close()
    context = await browser.newContext()
    setups.clear()
    scripts.clear()
    scripts.set(PUBLISHED, published)
  }
  const close = async () => {
    await browser.close()
    await server.close()
  }
  return { origin: url.origin, context: () => context, scripts, open, openControlled, reset, close }
}

function site(setups: Map<string, PageSetup>, scripts: Map<string, string>): Plugin {
  return {
    name: 'site',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '', 'http://localhost')
        const setup = setups.get(pathname)
        const script = scripts.get(pathname)
        if (!setup && script === undefined) return next()
        response.setHeader('Content-Type', setup ? 'text/html' : 'text/javascript')
        response.end(setup ? html(setup) : script)
      })
    },
  }
}

/** A service worker of an application that imports the ESM entry. */
export const moduleWorker = (origins: string[] = []) => `
import { mount } from '${source('http/service-worker.ts')}'
mount(self, ${JSON.stringify({ origins })})`
