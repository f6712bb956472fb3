/** Makes docs/demo.png: the demo page with a processed sample and the divider in the middle. */
import { inProject } from './lib/in-project.mjs'
import { withBuilt } from './lib/with-built.mjs'

await withBuilt(async (browser, url) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(url)
  await page.getByRole('button', { name: /sample/ }).click()
  await page.getByRole('link', { name: 'Download' }).waitFor({ timeout: 120_000 })
  await page.screenshot({ path: inProject('docs/demo.png') })
})
