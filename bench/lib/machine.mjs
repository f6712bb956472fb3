import { cpus } from 'node:os'
import { launch } from '../../scripts/chromium.mjs'

let described

/** Describes the machine and the browser. */
export async function machine() {
  described ??= await describe()
  return described
}

async function describe() {
  const browser = await launch()
  const words = `${cpus().length} CPU cores, Chromium ${browser.version()}`
  await browser.close()
  return words
}
