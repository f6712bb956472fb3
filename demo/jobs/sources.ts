import type { Json } from '../json-paths.ts'
import { texts } from '../language/language.ts'
import { files } from '../open-files.ts'

const KEY = 'darkroom-demo-sources'

/** Names of the sources of this page's and earlier pages' jobs, which records do not have. */
const names = new Map<string, string>(read())
/** The files, until the page is closed. */
const sources = new Map<string, File>()

export function noteSource(job: string, { url, urls }: Json): void {
  const name = Array.isArray(urls)
    ? texts.form.pictures(urls.length)
    : String(url ?? texts.jobs.generated)
  names.set(job, name.slice(0, 200))
  const file = files.get(String(url))
  if (file) sources.set(job, file)
  write()
}

export const nameOf = (job: string): string =>
  names.get(job) ?? texts.jobs.nameless(job.slice(0, 8))

/** The name of a job's source, if that file is still open. */
export const openSource = (job: string): string | undefined =>
  sources.has(job) && files.get(nameOf(job)) === sources.get(job) ? nameOf(job) : undefined

/** Removes the sources of all other jobs. */
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

/** The page also works without storage. */
function write(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(names)))
  } catch {}
}
