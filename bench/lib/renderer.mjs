import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Returns the memory of each renderer process of a browser in MB, by process id. Linux only. */
export async function renderers(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  return new Map(ids.map((id) => [id, status(id, 'VmRSS')]))
}

/** Returns the renderer process that runs a worker. */
export async function rendererWithWorker(browser) {
  const pid = [...(await renderers(browser)).keys()].find(hasWorker)
  return {
    pid,
    /** Current memory, in MB. */
    now: () => status(pid, 'VmRSS'),
    /** Of these, pages mapped from files: the browser's own program, as far as it has been used. */
    mapped: () => status(pid, 'RssFile'),
    /** Peak memory since the last reset, in MB. */
    peak: () => status(pid, 'VmHWM'),
    reset: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
  }
}

const hasWorker = (pid) =>
  readdirSync(`/proc/${pid}/task`).some((task) =>
    readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8').startsWith('DedicatedWorker'),
  )

/** Returns one memory figure of a process in MB of a million bytes. The kernel reports KiB. */
export function status(pid, key) {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(text.match(new RegExp(`${key}:\\s+(\\d+)`))?.[1] ?? 0) * 1024) / 1e6
}
