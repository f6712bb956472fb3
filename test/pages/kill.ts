import type { Browser } from 'playwright-core'

/** Kills every renderer of the browser, like the operating system. Resolves when the browser knows. */
export async function killRenderers(browser: Browser): Promise<void> {
  const killed = await signalProcesses(browser, 'renderer', 'SIGKILL')
  // A new page that was given one of them would never open.
  const isThere = ({ id }: { id: number }) => killed.includes(id)
  while ((await processes(browser)).some(isThere))
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/**
 * Sends a signal to every process of a type (`renderer`, `GPU`, `browser`): SIGSTOP is as if the device slept. Returns their
 * ids.
 */
export async function signalProcesses(
  browser: Browser,
  type: string,
  signal: NodeJS.Signals,
): Promise<number[]> {
  const ids = (await processes(browser)).filter((each) => each.type === type).map(({ id }) => id)
  for (const id of ids) process.kill(id, signal)
  return ids
}

async function processes(browser: Browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo
}
