import { flags, launch } from '../../scripts/chromium.mjs'
import { kodakFiles } from './kodak.mjs'
import { serve } from './site.mjs'

/**
 * Opens one of the pages in a new headless Chromium for as long as `use` runs. The page's site serves `files`, by default
 * the Kodak photographs.
 * @param {'darkroom' | 'upscaler' | 'background-removal'} name
 * @param {object} options - of `serve`, and `args`: more flags for Chromium.
 */
export async function withPage(name, use, { args = [], files = kodakFiles(), ...options } = {}) {
  const site = await serve({ files, ...options })
  const browser = await launch({ args: [...flags, ...args] })
  try {
    return await use({ browser, site, page: await openPage(browser, site, name) })
  } finally {
    await browser.close()
    site.close()
  }
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

/** Calls a function that the page offers. */
export const call = (page, name, ...args) =>
  page.evaluate(([name, args]) => window.bench[name](...args), [name, args])

/** A row of figures, shown while others are measured. */
export function shown(row) {
  console.log(JSON.stringify(row))
  return row
}
