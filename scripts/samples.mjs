/** Makes demo/samples: images for the demo, most of them degraded by scripts/samples/recipes.ts. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProject } from './lib/in-project.mjs'
import { withPage } from './page.mjs'

const folder = inProject('demo/samples')
const photographs = inProject('../shared/data/kodak')

/** Samples drawn as HTML, with their device pixel ratio. */
const drawn = { scan: 2, screenshot: 1 }

if (!existsSync(photographs)) {
  console.log('skipped: the Kodak photographs are not at ../shared/data/kodak')
  process.exit(0)
}
mkdirSync(folder, { recursive: true })
const drawings = mkdtempSync(join(tmpdir(), 'darkroom-samples-'))
const files = new Map([
  ...['03', '09', '11', '15', '17', '19', '23'].map((number) => [
    `/photograph/${number}`,
    join(photographs, `kodim${number}.png`),
  ]),
  ...Object.keys(drawn).flatMap((name) => [
    [`/${name}.html`, inProject(`scripts/samples/${name}.html`)],
    [`/drawn/${name}`, join(drawings, `${name}.png`)],
  ]),
])
const samples = async ({ page, browser }) => {
  for (const [name, deviceScaleFactor] of Object.entries(drawn)) {
    const sheet = await browser.newPage({ deviceScaleFactor })
    await sheet.goto(new URL(`/${name}.html`, page.url()).href, { waitUntil: 'networkidle' })
    await sheet.locator('body').screenshot({ path: files.get(`/drawn/${name}`) })
    await sheet.close()
  }
  await page.addScriptTag({ type: 'module', url: `/@fs${inProject('scripts/samples/page.ts')}` })
  await page.waitForFunction(() => window.samples)
  for (const name of await page.evaluate(() => window.samples.names)) {
    const path = join(folder, name)
    files.set(`/made/${name}`, path)
    await page.evaluate((name) => window.samples.make(name), name)
    console.log(`${name} ${(statSync(path).size / 1000).toFixed(1)} KB`)
  }
}
await withPage(files, samples).finally(() => rmSync(drawings, { recursive: true, force: true }))
