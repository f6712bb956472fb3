/** Writes docs/downloads.md: what a page downloads for its first job of each kind. Expects the built package in dist/. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import sirv from 'sirv'
import { launch } from './chromium.mjs'
import { jobs, report } from './downloads/report.mjs'
import { inProject } from './lib/in-project.mjs'

const dist = inProject('dist')
if (!existsSync(dist)) throw new Error('Expected the built package in dist/: npm run build')

const PAGE = `<!doctype html><title>Darkroom</title><link rel="icon" href="data:,">
<script type="module">
  import { createDarkroom } from '/darkroom/index.js'
  const provider = new URLSearchParams(location.search).get('provider')
  window.darkroom = createDarkroom({ assetsUrl: '/darkroom/', provider, persist: false })
</script>`

/** Serves the package and the files of `folders` by their URL path. Calls `seen` with each file of the package that is sent. */
async function serve(folders, seen) {
  const handlers = Object.entries(folders).map(([path, folder]) => [path, sirv(folder)])
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const [path, handler] = handlers.find(([path]) => pathname.startsWith(path)) ?? []
    if (!handler) return response.setHeader('Content-Type', 'text/html').end(PAGE)
    if (path === '/darkroom/' && request.method === 'GET') seen(pathname.slice(path.length))
    request.url = request.url.slice(path.length - 1)
    handler(request, response, () => response.writeHead(404).end())
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}

/** Sizes of files of the package, in bytes. */
const sizes = (files) => ({
  files,
  raw: files.reduce((sum, file) => sum + statSync(`${dist}/${file}`).size, 0),
  gzip: files.reduce((sum, file) => sum + gzipSync(readFileSync(`${dist}/${file}`)).length, 0),
})

let loaded = new Set()
const folders = { '/darkroom/': dist, '/samples/': inProject('demo/samples') }
folders['/made/'] = inProject('test/fixtures/made')
const site = await serve(folders, (file) => loaded.add(file))
const browser = await launch()

/** Runs the first job of a new page in a new profile. Returns the files that it loaded. */
async function download({ source, request, provider = 'wasm', withoutJspi = false }) {
  loaded = new Set()
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(300_000)
  if (withoutJspi) {
    await page.route('**/engine.worker.js*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: `delete WebAssembly.Suspending\n${await response.text()}`,
      })
    })
  }
  await page.goto(`${site.url}?provider=${provider}`)
  await page.waitForFunction(() => window.darkroom)
  if (request) {
    await page.evaluate(
      async ({ source, request }) => {
        const canvas = new OffscreenCanvas(32, 32)
        canvas.getContext('2d').fillRect(0, 0, 16, 16)
        const url = source ? await (await fetch(source)).blob() : await canvas.convertToBlob()
        const { details } = await window.darkroom.run({ url, ...request })
        return details
      },
      { source, request },
    )
  }
  await context.close()
  return sizes([...loaded].sort())
}

try {
  const rows = []
  for (const job of jobs) {
    rows.push({ ...job, ...(await download(job)) })
    const { name, files, raw, gzip } = rows.at(-1)
    console.log(`${name}: ${files.length} files, ${raw} bytes, ${gzip} gzipped`)
  }
  const all = readdirSync(dist).filter((file) => !/\.(d\.ts|d\.cts|cjs)$/.test(file))
  const single = all.map((file) => ({ file, ...sizes([file]) }))
  writeFileSync(inProject('docs/downloads.md'), report(rows, sizes(all), single))
} finally {
  await browser.close()
  site.close()
}
