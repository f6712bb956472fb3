import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createServer } from 'vite'
import { builtWorker } from './built-worker.mjs'
import { launch } from './chromium.mjs'
import { inProject } from './lib/in-project.mjs'
import { sharedData } from './lib/shared-data.mjs'

/** `get` and `put` are for what runs in the page. */
const html = (options) => `<!doctype html><title>Darkroom</title><link rel="icon" href="data:,">
<script type="module">
  import { createDarkroom } from '/@fs${inProject('src/index.ts')}'
  window.get = async (path) => (await fetch(path)).blob()
  window.put = (path, body) => fetch(path, { method: 'PUT', body })
  window.darkroom = createDarkroom(${JSON.stringify(options)})
</script>`

/** A Vite plugin that serves and receives `files`, and serves an empty page that creates a Darkroom with `options`. */
function exchange(files, options, isolated) {
  const handle = (headers) => async (request, response, next) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const file = files.get(pathname)
    if (pathname === '/empty.html') {
      response.writeHead(200, { 'Content-Type': 'text/html', ...(isolated && headers) })
      return response.end(html(options))
    }
    if (!file) return next()
    if (request.method === 'PUT') await pipeline(request, createWriteStream(file))
    else return createReadStream(file).pipe(response)
    response.end()
  }
  return {
    name: 'darkroom-exchange',
    configureServer: ({ middlewares, config }) =>
      void middlewares.use(handle(config.server.headers)),
  }
}

/**
 * Serves an empty page with `window.darkroom`, created from the sources, and the test data.
 * @param {object} options - `darkroom`: options of createDarkroom; `files`: Map of URL paths to files that the page may GET or PUT; `isolated`: cross-origin isolated, for threads; by default it is not. `cors`: whether pages of all origins may read what it serves.
 */
export async function servePage({ darkroom = {}, files = new Map(), isolated = false, cors } = {}) {
  const server = await createServer({
    configFile: inProject('vite.config.ts'),
    logLevel: 'error',
    server: { port: 0, hmr: false, ...(cors && { cors }) },
    plugins: [builtWorker(), sharedData(), exchange(files, darkroom, isolated)],
  })
  await server.listen()
  const url = new URL('empty.html', server.resolvedUrls.local[0]).href
  return { url, close: () => server.close() }
}

/** Opens that page in headless Chromium. `args`: flags instead of the usual ones. */
export async function openPage({ args, ...options } = {}) {
  const server = await servePage(options)
  const { url } = server
  const browser = await launch(args && { args })
  // An explicit context, so that tests can open more pages in it.
  const page = await (await browser.newContext()).newPage()
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
  page.on('pageerror', (error) => console.error(error))
  const reload = async () => {
    await page.goto(url)
    await page.waitForFunction(() => window.darkroom)
  }
  await reload()
  const close = async () => {
    await browser.close()
    await server.close()
  }
  return { page, browser, reload, close }
}

/** Opens that page for as long as `use` runs. Nothing is stored, and nothing is late. */
export async function withPage(files, use) {
  const opened = await openPage({ darkroom: { persist: false }, files })
  opened.page.setDefaultTimeout(0)
  return use(opened).finally(opened.close)
}
