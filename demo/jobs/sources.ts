import { files } from '../files.ts'
import type { Json } from '../paths.ts'

const KEY = 'darkroom-demo-sources'

/** The names that this page and earlier ones knew the sources of jobs by: records do not have them. */
const names = new Map<string, string>(read())
/** The files themselves, as long as this page lives. */
const sources = new Map<string, File>()

export function noteSource(job: string, { url, urls }: Json): void {
  const name = Array.isArray(urls)
    ? `${urls.length} pictures`
    : String(url ?? 'A generated picture')
  names.set(job, name.slice(0, 200))
  const file = files.get(String(url))
  if (file) sources.set(job, file)
  write()
}

export const nameOf = (job: string): string => names.get(job) ?? `Job ${job.slice(0, 8)}`

/** The name of the open file that a job was made of, while it is the same file. */
export const openSource = (job: string): string | undefined =>
  sources.has(job) && files.get(nameOf(job)) === sources.get(job) ? nameOf(job) : undefined

/** Forgets the sources of all jobs but these. */
export function keepSources(jobs: string[]): void {
  const gone = [...names.keys()].filter((job) => !jobs.includes(job))
  if (gone.length === 0) return
  for (const job of gone) {
    names.delete(job)
    sources.delete(job)
  }
  write()
}

function read(): [string, string][] {
  try {
    return Object.entries(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return []
  }
}

/** A browser that keeps nothing for this page still works with it. */
function write(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(names)))
  } catch {}
}
