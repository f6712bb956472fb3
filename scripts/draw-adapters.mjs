/** Makes the pictures of docs/integrations.md: each host with its adapter, and what that made of a sample. */
import { mkdirSync } from 'node:fs'
import { inProject } from './lib/in-project.mjs'
import { withBuilt } from './lib/with-built.mjs'

const hosts = ['form', 'uppy', 'filepond', 'tinymce', 'ckeditor']

mkdirSync(inProject('docs/adapters'), { recursive: true })
await withBuilt(async (browser, url) => {
  for (const host of hosts) {
    const page = await browser.newPage({ viewport: { width: 672, height: 600 } })
    page.on('pageerror', (error) => console.error(host, error))
    await page.goto(url)
    const shown = page.evaluate((host) => window.show(host).then(() => true), host)
    if (!(await Promise.race([shown, page.waitForTimeout(60_000)])))
      throw new Error(`${host} shows no result within a minute`)
    // Hosts fade their messages in and out.
    await page.waitForTimeout(1000)
    const path = inProject(`docs/adapters/${host}.jpg`)
    await page.locator('#host').screenshot({ path, quality: 85 })
    await page.close()
  }
}, 'scripts/adapters/index.html')
