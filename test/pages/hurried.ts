import type { Page } from 'playwright-core'

/**
 * Waits for something in a page whose time runs about ten times as fast meanwhile: Darkroom pauses before it tries again.
 * The page's clock must have been installed.
 */
export async function hurried<T>({ clock }: Page, work: Promise<T>): Promise<T> {
  const hurry = setInterval(() => clock.fastForward(1000).catch(() => undefined), 100)
  return work.finally(() => clearInterval(hurry))
}
