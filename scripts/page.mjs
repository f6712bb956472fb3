import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { launch } from './chromium.mjs'

const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url))
const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))

/** A server of files, and of an empty page with the headers for cross-origin isolation. */
function exchange(files) {
  const handle = async (request, response, next) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const file = files.get(pathname)
    if (pathname === '/empty.html') {
      response.setHeader('Content-Type', 'text/html')
      return response.end('<!doctype html><title>Darkroom</title><link rel="icon" href="data:,">')
    }
    if (!file) return next()
    if (request.method === 'PUT') await pipeline(request, createWriteStream(file))
    else return createReadStream(file).pipe(response)
    response.end()
  }
  return {
    name: 'darkroom-exchange',
    configureServer: ({ middlewares }) => void middlewares.use(handle),
  }
}

/**
 * An empty, cross-origin isolated page in headless Chromium with `window.darkroom` made from the sources.
 * @param {object} options - `darkroom`: options of createDarkroom; `files`: Map from path to a file that the page may GET or PUT.
 */
export async function openPage({ darkroom = {}, files = new Map(), args } = {}) {
  const server = await createServer({
    configFile,
    logLevel: 'error',
    server: { port: 0, hmr: false },
    plugins: [exchange(files)],
  })
  await server.listen()
  const browser = await launch(args && { args })
  const page = await browser.newPage()
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
  page.on('pageerror', (error) => console.error(error))
  await page.goto(new URL('empty.html', server.resolvedUrls.local[0]).href)
  await page.evaluate(
    async ({ entry, darkroom }) => {
      const { createDarkroom } = await import(`/@fs${entry}`)
      window.darkroom = createDarkroom(darkroom)
    },
    { entry, darkroom },
  )
  const close = async () => {
    await browser.close()
    await server.close()
  }
  return { page, browser, close }
}
