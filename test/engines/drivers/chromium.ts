import { launch } from '../../../scripts/chromium.mjs'
import type { Engine } from './driver.ts'

export async function startChromium(): Promise<Engine> {
  const browser = await launch()
  const page = await browser.newPage()
  return {
    name: 'Chromium',
    version: browser.version(),
    tab: {
      open: async (url) => void (await page.goto(url)),
      run: (task, argument) => page.evaluate(task as never, argument) as never,
    },
    close: () => browser.close(),
  }
}
