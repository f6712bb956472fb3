import { fileURLToPath } from 'node:url'
import { openPage } from '../../scripts/page.mjs'
import { kodakNames } from './kodak.mjs'

/** Paths of the Kodak photographs in such a page. */
export const photographs = kodakNames.map((name) => `/shared-data/kodak/kodim${name}.png`)

/**
 * Opens a page with a module of bench/pages, which puts its functions into `window` under a name; `options` are those of
 * openPage. `run` calls one of them.
 */
export async function openScript(module, name, options = {}) {
  const opened = await openPage({ darkroom: { persist: false }, ...options })
  const { page } = opened
  page.setDefaultTimeout(0)
  const file = fileURLToPath(new URL(`../pages/${module}`, import.meta.url))
  await page.addScriptTag({ type: 'module', url: `/@fs${file}` })
  await page.waitForFunction((name) => window[name], name)
  const run = (method, ...args) =>
    page.evaluate(([name, method, args]) => window[name][method](...args), [name, method, args])
  return { ...opened, run }
}
