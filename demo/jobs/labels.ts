import type { JobStore, StoredJob } from '../../src/index.ts'
import { files } from '../files.ts'
import { at, isObject } from '../paths.ts'

/** What is known of a job's source: its name, and the file it was while that is open. */
export interface Source {
  label: string
  file?: File
}

const known = new Map<string, Source>()

/** A request is forgotten when its job ends, so its source is noted while it runs. */
export async function sourceOf(job: StoredJob, store: JobStore): Promise<Source> {
  const found = known.get(job.id)
  if (found) return found
  const request = await store.getFile(job.id, 'request').catch(() => undefined)
  const source = request === undefined ? undefined : describe(request)
  if (source) known.set(job.id, source)
  return source ?? { label: job.file?.name ?? withoutName(job) }
}

const withoutName = ({ id, items }: StoredJob) =>
  items ? `${items.length} pictures` : `Job ${id.slice(0, 8)}`

function describe(request: unknown): Source {
  const urls = at(request, 'urls')
  if (Array.isArray(urls)) return { label: `${urls.length} pictures` }
  const url = at(request, 'url')
  if (url instanceof File) return { label: url.name, file: url }
  if (typeof url === 'string') return { label: url.slice(0, 200) }
  return { label: isObject(request) ? 'A generated picture' : 'A picture' }
}

/** The open file that a job was made of, by its name, if it is still the same. */
export function openSource({ label, file }: Source): string | undefined {
  const open = files.get(label)
  const same = open && file && open.size === file.size && open.lastModified === file.lastModified
  return same ? label : undefined
}
