import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { launchPersistent } from '../../scripts/chromium.mjs'
import { servePage } from '../../scripts/page.mjs'
import type { Darkroom, DarkroomOptions } from '../../src/index.ts'
import { signalProcesses } from '../pages/kill.ts'
import { whenCreated } from '../pages/when-created.ts'
import { submitMixed } from './mixed-jobs.ts'

declare const window: {
  darkroom: Darkroom
  accepted(job: string): void
  finished(job: string): void
}

/** How a page can end. */
export const ends = ['tab', 'renderer', 'browser'] as const
export type End = (typeof ends)[number]

/** A browser whose tabs, renderers or whole self can be killed. Its profile lives on. */
export class TornBrowser {
  /** Jobs that `process` accepted, and those that were reported as complete, in all tabs. */
  readonly accepted: string[] = []
  readonly finished: string[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), 'darkroom-torture-'))
  readonly #server: Awaited<ReturnType<typeof servePage>>
  #context: BrowserContext | undefined

  private constructor(server: Awaited<ReturnType<typeof servePage>>) {
    this.#server = server
  }

  static async start(darkroom: DarkroomOptions): Promise<TornBrowser> {
    return new TornBrowser(await servePage({ darkroom }))
  }

  /** Opens a tab, and the browser if there is none. */
  async open(): Promise<Page> {
    const context = this.#context ?? (await this.#launch())
    const page = await context.newPage()
    await whenCreated(page, (darkroom) => {
      darkroom.on('complete', ({ job }) => window.finished(job))
    })
    await page.goto(this.#server.url)
    await page.waitForFunction(() => window.darkroom)
    return page
  }

  /** Submits jobs of several kinds. Resolves also if the page ends meanwhile. */
  async submit(page: Page, count: number): Promise<void> {
    await page.evaluate(submitMixed, count).catch(() => undefined)
  }

  async kill(page: Page, end: End): Promise<void> {
    if (end === 'tab') return page.close()
    const gone =
      end === 'browser' ? this.#context?.waitForEvent('close') : page.waitForEvent('crash')
    await this.#killProcesses(end)
    await gone
    if (end === 'browser') this.#context = undefined
    else await page.close()
  }

  /** Kills the process that all tabs draw and compute with. The browser starts another. */
  killGpu(): Promise<void> {
    return this.#killProcesses('GPU')
  }

  /** How each accepted job ends in this page: `complete`, the code of its error, or `no end` after the time given. */
  outcomes(page: Page, jobs: readonly string[], ms = 120_000): Promise<string[]> {
    const wait = ({ ids, limit }: { ids: readonly string[]; limit: number }) =>
      Promise.all(
        ids.map((job) =>
          window.darkroom.wait(job, { signal: AbortSignal.timeout(limit) }).then(
            ({ status }) => status,
            ({ code, name }) => (code === 'ABORTED' || name === 'TimeoutError' ? 'no end' : code),
          ),
        ),
      )
    return page.evaluate(wait, { ids: jobs, limit: ms })
  }

  async close(): Promise<void> {
    await this.#context?.close()
    await this.#server.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #killProcesses(type: string): Promise<void> {
    const browser = this.#context?.browser()
    if (!browser) throw new Error('Expected an open browser')
    await signalProcesses(browser, type, 'SIGKILL')
  }

  async #launch(): Promise<BrowserContext> {
    // After three kills Chromium would have no GPU any more, after six it would end.
    const context = await launchPersistent(this.#folder, ['--disable-gpu-process-crash-limit'])
    await context.exposeFunction('accepted', (job: string) => void this.accepted.push(job))
    await context.exposeFunction('finished', (job: string) => void this.finished.push(job))
    this.#context = context
    return context
  }
}
