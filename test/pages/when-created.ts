import type { BrowserContext, Page } from 'playwright-core'
import type { Darkroom } from '../../src/index.ts'

/**
 * Calls `listen` in each page, before its own script goes on, with the Darkroom that it creates: events of jobs that are
 * resumed at once are heard too. `listen` runs in the page, so it uses nothing outside itself.
 */
export const whenCreated = (target: Page | BrowserContext, listen: (darkroom: Darkroom) => void) =>
  target.addInitScript(`{
    const listen = ${listen}
    let made
    Object.defineProperty(window, 'darkroom', {
      get: () => made,
      set: (darkroom) => {
        made = darkroom
        listen(darkroom)
      },
    })
  }`)
