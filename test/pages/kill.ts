import type { Browser } from 'playwright-core'

/** Kills every renderer of the browser, like the operating system. */
export const killRenderers = (browser: Browser) => signalRenderers(browser, 'SIGKILL')

/** Sends a signal to every renderer: SIGSTOP is as if the device slept. */
export async function signalRenderers(browser: Browser, signal: NodeJS.Signals): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, signal)
}
