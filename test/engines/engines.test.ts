import { readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from './drivers/chromium.ts'
import type { Engine } from './drivers/driver.ts'
import { startFirefox } from './drivers/firefox.ts'
import { startWebKit, type WebKitPrograms } from './drivers/webkit.ts'
import { startSite } from './site.ts'
import {
  apis,
  awaitJob,
  cropPhoto,
  describeEngine,
  fetchJob,
  imported,
  type Job,
  runJob,
  storesFiles,
  submitJob,
  warningsOf,
} from './tasks.ts'

/** Paths of the browsers, by scripts/test-engines.mjs. */
const { FIREFOX, WEBKIT } = process.env
const webkit: WebKitPrograms | undefined = WEBKIT && JSON.parse(WEBKIT)

const png = { output_format: 'png' } as const
const photo = '/made-here/photo.png'

/** In test/fixtures/svg. Chromium draws them in a frame, the others in the page. */
const drawings = [
  'echarts',
  'emoji',
  'figma',
  'flag',
  'graphviz',
  'illustrator',
  'inkscape',
  'sketch',
]

/** Requests whose pixels must be those of Chromium, by name, with their sources. */
const jobs: Record<string, Omit<Job, 'to'>> = {
  'an enlargement': { from: photo, request: { width: '200%', ...png } },
  'a restoring enlargement': {
    from: photo,
    request: { width: '400%', upscale_parameters: { mode: 'restore' }, ...png },
  },
  'a cut-out': { from: photo, request: { background: { remove: 'auto' }, ...png } },
  denoise: { from: photo, request: { enhancements: ['denoise'], ...png } },
  'light and white balance': {
    from: photo,
    request: { enhancements: ['light', 'color', 'white_balance'], ...png },
  },
  'a smaller size': { from: photo, request: { width: '37%', ...png } },
  PNG: { from: '/samples/screenshot.png', request: png },
  JPEG: { from: '/samples/parrot.jpg', request: png },
  WebP: { from: '/made-here/photo.webp', request: png },
  AVIF: { from: '/made-here/photo.avif', request: png },
  'JPEG XL': { from: '/made/plain.jxl', request: png },
  TIFF: { from: '/made/planes-tiles.tif', request: png },
  HEIC: { from: '/made/rotated.heic', request: png },
  ...Object.fromEntries(
    drawings.map((name) => [
      `SVG of ${name}`,
      { from: `/svg/${name}.svg`, request: { width: 300, ...png } },
    ]),
  ),
}

const written = ['jpeg', 'webp', 'avif', 'jxl'] as const

/** The results of all engines, and files that Chromium made, by path. */
const files = new Map<string, Buffer>()
let chromium: Engine
let site: Awaited<ReturnType<typeof startSite>>

beforeAll(async () => {
  site = await startSite({ isolated: true }, files)
  chromium = await startChromium()
  const { tab } = chromium
  await tab.open(site.url)
  await tab.run(imported, undefined)
  await tab.run(cropPhoto, { from: '/samples/parrot.jpg', to: photo, width: 150, height: 100 })
  for (const output_format of ['webp', 'avif'] as const) {
    const to = photo.replace('png', output_format)
    await tab.run(runJob, { from: photo, to, request: { output_format } })
  }
  for (const [name, job] of Object.entries(jobs)) {
    await tab.run(runJob, { ...job, to: pathOf(name, 'chromium') })
  }
})
afterAll(async () => {
  await chromium?.close()
  site?.close()
})

const pathOf = (name: string, engine: string) => `/results/${engine}/${name.replaceAll(' ', '-')}`

function pixelsOf(path: string): PNG {
  const file = files.get(path)
  if (!file) throw new Error(`Expected a result at ${path}`)
  return PNG.sync.read(file)
}

/** Size and the largest difference of two results in a channel. Where both are transparent, colours are not compared. */
function difference(a: PNG, b: PNG): { size: number[]; most: number; mean: number } {
  expect([a.width, a.height]).toEqual([b.width, b.height])
  let most = 0
  let sum = 0
  for (let i = 0; i < a.data.length; i++) {
    const seen = Math.max(a.data[i | 3] ?? 0, b.data[i | 3] ?? 0) > 0
    const by = seen ? Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0)) : 0
    most = Math.max(most, by)
    sum += by
  }
  return { size: [a.width, a.height], most, mean: sum / a.data.length }
}

const table = readFileSync(new URL('../../docs/browsers.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2, -2).split(' | '))

/** What the table of docs/browsers.md says of an API in a browser. */
function told(api: string, browser: string): string | undefined {
  const column = table.flatMap((cells) => cells.findIndex((cell) => cell.startsWith(browser)))
  const row = table.find(([first]) => first === api)
  return row?.[Math.max(...column)]
}

const engines = [
  { name: 'Firefox', start: FIREFOX ? () => startFirefox(FIREFOX) : undefined },
  { name: 'WebKitGTK', start: webkit ? () => startWebKit(webkit) : undefined },
]

for (const { name, start } of engines) {
  describe.skipIf(!start)(name, () => {
    let engine: Engine

    beforeAll(async () => {
      engine = await (start as NonNullable<typeof start>)()
      console.log(`${name} ${engine.version}, Chromium ${chromium.version}`)
    })
    afterAll(() => engine?.close())

    const load = async (url: string) => {
      await engine.tab.open(url)
      await engine.tab.run(imported, undefined)
    }

    describe('isolated', () => {
      beforeAll(() => load(site.url))

      test('says what computes', async () => {
        const { shared, cores, threads } = await engine.tab.run(describeEngine, undefined)
        expect(threads).toBe(shared ? Math.min(cores, 8) : 1)
      })

      test('has the APIs that docs/browsers.md says', async () => {
        const has = await engine.tab.run(apis, undefined)
        const found = Object.entries(has).map(([api, there]) => [api, there ? 'yes' : 'no'])
        expect(found).toEqual(Object.keys(has).map((api) => [api, told(api, name)]))
      })

      test.each(Object.entries(jobs))('%s has the pixels of Chromium', async (job, asked) => {
        const to = pathOf(job, name)
        await engine.tab.run(runJob, { ...asked, to })
        const { most, mean } = difference(pixelsOf(to), pixelsOf(pathOf(job, 'chromium')))
        if (most > 1) console.log(`${name}, ${job}: up to ${most}, ${mean.toFixed(3)} in the mean`)
        // Browsers decode AVIF themselves, and scale its chroma each in its own way; so are edges of SVGs.
        const isSvg = job.startsWith('SVG')
        expect(most).toBeLessThanOrEqual(isSvg ? 255 : job === 'AVIF' ? 32 : 1)
        expect(mean).toBeLessThan(isSvg ? 5 : 1)
      })

      test.each(written)('writes %s, which Chromium opens', async (output_format) => {
        const to = pathOf(output_format, name)
        const { type } = await engine.tab.run(runJob, {
          from: photo,
          to,
          request: { output_format },
        })
        expect(type).toBe(`image/${output_format}`)
        await chromium.tab.run(runJob, { from: to, to: `${to}.png`, request: png })
        expect(
          difference(pixelsOf(`${to}.png`), PNG.sync.read(files.get(photo) as Buffer)).mean,
        ).toBeLessThan(6)
      })

      test('a job goes on after a reload, or says that it cannot', async () => {
        const asked = jobs['a restoring enlargement'] as Omit<Job, 'to'>
        if (!(await engine.tab.run(storesFiles, undefined))) {
          const warnings = await engine.tab.run(warningsOf, asked)
          expect(warnings).toEqual([expect.stringMatching(/^NOT_KEPT: .*: .*\w{5}/)])
          console.log(`${name} stores no files here: ${warnings}`)
          return
        }
        const job = await engine.tab.run(submitJob, asked)
        await load(site.url)
        const to = pathOf('resumed', name)
        expect(await engine.tab.run(awaitJob, { job, to })).not.toBe('complete')
        const same = pixelsOf(pathOf('a restoring enlargement', 'chromium'))
        expect(difference(pixelsOf(to), same).most).toBeLessThanOrEqual(1)
      })

      test('the service worker answers', async () => {
        const answer = await engine.tab.run(fetchJob, { from: photo, request: { width: 40 } })
        expect(answer).toEqual({ status: 'complete', served: 200, type: 'image/png' })
      })
    })

    describe('not isolated', () => {
      let open: Awaited<ReturnType<typeof startSite>>

      beforeAll(async () => {
        open = await startSite({ isolated: false }, files)
        await load(open.url)
      })
      afterAll(() => open?.close())

      test('one thread computes the same pixels', async () => {
        expect(await engine.tab.run(describeEngine, undefined)).toMatchObject({
          isolated: false,
          threads: 1,
        })
        const to = pathOf('one thread', name)
        await engine.tab.run(runJob, { ...(jobs['an enlargement'] as Omit<Job, 'to'>), to })
        const { most } = difference(pixelsOf(to), pixelsOf(pathOf('an enlargement', 'chromium')))
        expect(most).toBeLessThanOrEqual(1)
      })
    })
  })
}
