import { flags, launch } from '../../scripts/chromium.mjs'
import { serve } from './site.mjs'

/**
 * Opens one of the pages in a new headless Chromium, which is given `args` too. `options` are passed to `serve`.
 * @param {'darkroom' | 'upscaler' | 'background-removal'} name
 */
export async function open(name, { args = [], ...options } = {}) {
  const site = await serve(options)
  const browser = await launch({ args: [...flags, ...args] })
  const page = await openPage(browser, site, name)
  const close = async () => {
    await browser.close()
    site.close()
  }
  return { browser, page, site, close }
}

/** Opens another page in its own browser context, so with an empty cache. */
export async function openPage(browser, site, name) {
  const page = await (await browser.newContext()).newPage()
  page.setDefaultTimeout(0)
  page.on('pageerror', (error) => console.error(error))
  await page.goto(`${site.url}${name}.html`)
  await page.waitForFunction(() => window.bench)
  return page
}
