import type { JobRecord } from 'darkroom-web'
import type { Json } from '../json-paths.ts'
import { texts } from '../language/language.ts'
import { files } from '../open-files.ts'

const KEY = 'darkroom-demo-sources'

/** Names of the sources of this page's and earlier pages' jobs, which records do not have. */
const names = new Map<string, string>(read())
/** The files by their jobs, and the names that they have, until the page is closed. */
const sources = new Map<string, { name: string; file: File }>()

/** Notes what a job is of, and what each of its jobs is of where it has several. */
export function noteSource({ job, results = [] }: JobRecord, { url, urls }: Json): void {
  const several = Array.isArray(urls) ? urls : []
  const name = several.length > 0 ? texts.form.pictures(several.length) : url
  names.set(job, String(name ?? texts.jobs.generated).slice(0, 200))
  noteFile(job, url)
  for (const [i, item] of results.entries()) noteFile(item.job, several[i])
  write()
}

function noteFile(job: string, url: unknown): void {
  const name = String(url)
  const file = files.get(name)
  if (file) sources.set(job, { name, file })
}

export const nameOf = (job: string): string =>
  names.get(job) ?? texts.jobs.nameless(job.slice(0, 8))

/** The name of a job's source, if that file is still open. */
export function openSource(job: string): string | undefined {
  const source = sources.get(job)
  return source && files.get(source.name) === source.file ? source.name : undefined
}

/** Removes the sources of all other jobs. */
export function keepSources(jobs: string[]): void {
  const kept = new Set(jobs)
  for (const job of sources.keys()) if (!kept.has(job)) sources.delete(job)
  const gone = [...names.keys()].filter((job) => !kept.has(job))
  for (const job of gone) names.delete(job)
  if (gone.length > 0) write()
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
