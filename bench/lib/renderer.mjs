import { readFileSync, writeFileSync } from 'node:fs'

/** The process of a browser's page: its renderer with the most memory. Linux only. */
export async function rendererOf(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const pid = renderers.sort((a, b) => status(b, 'VmRSS') - status(a, 'VmRSS'))[0]
  return {
    /** Memory now, in MB. */
    now: () => status(pid, 'VmRSS'),
    /** The most since the last reset, in MB. */
    peak: () => status(pid, 'VmHWM'),
    reset: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
  }
}

/** One memory figure of a process: the kernel's KiB as MB of a million bytes. */
function status(pid, key) {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(text.match(new RegExp(`${key}:\\s+(\\d+)`))?.[1] ?? 0) * 1024) / 1e6
}
