/** Makes docs/demo.png: the demo page with a processed sample and the divider in the middle. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'
import { launch } from './chromium.mjs'
import { inProject } from './lib/in-project.mjs'

const config = {
  configFile: inProject('vite.config.ts'),
  logLevel: 'error',
  build: { outDir: mkdtempSync(join(tmpdir(), 'darkroom-demo-')) },
}

await build(config)
const server = await preview({ ...config, preview: { port: 0 } })
const browser = await launch()
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(server.resolvedUrls.local[0])
  await page.getByRole('button', { name: /sample/ }).click()
  await page.getByRole('link', { name: 'Download' }).waitFor({ timeout: 120_000 })
  mkdirSync(inProject('docs'), { recursive: true })
  await page.screenshot({ path: inProject('docs/demo.png') })
} finally {
  await browser.close()
  await server.close()
  rmSync(config.build.outDir, { recursive: true, force: true })
}
