import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** The memory of each renderer of a browser, in MB, by process id. Linux only. */
export async function renderers(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  return new Map(ids.map((id) => [id, status(id, 'VmRSS')]))
}

/** The renderer that runs a worker. */
export async function rendererWithWorker(browser) {
  const pid = [...(await renderers(browser)).keys()].find(hasWorker)
  return {
    pid,
    /** Memory now, in MB. */
    now: () => status(pid, 'VmRSS'),
    /** The most since the last reset, in MB. */
    peak: () => status(pid, 'VmHWM'),
    reset: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
  }
}

const hasWorker = (pid) =>
  readdirSync(`/proc/${pid}/task`).some((task) =>
    readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8').startsWith('DedicatedWorker'),
  )

/** One memory figure of a process: the kernel's KiB as MB of a million bytes. */
export function status(pid, key) {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(text.match(new RegExp(`${key}:\\s+(\\d+)`))?.[1] ?? 0) * 1024) / 1e6
}
