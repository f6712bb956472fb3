import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'
import { launch } from '../chromium.mjs'
import { inProject } from './in-project.mjs'

/** Builds the demo, and another page beside it, and calls `use` with a browser and the address of the demo, or of that page. */
export async function withBuilt(use, page) {
  const outDir = mkdtempSync(join(tmpdir(), 'darkroom-built-'))
  const config = {
    configFile: inProject('vite.config.ts'),
    logLevel: 'error',
    build: { outDir },
    ...(page && {
      root: inProject('.'),
      build: { outDir, rolldownOptions: { input: [inProject(page)] } },
    }),
  }
  await build(config)
  const server = await preview({ ...config, preview: { port: 0 } })
  const browser = await launch()
  try {
    await use(browser, new URL(page ?? '', server.resolvedUrls.local[0]).href)
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}
