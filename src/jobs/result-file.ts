import { asDarkroomError } from '../shared/errors.ts'
import { resultTypes } from '../shared/file-format.ts'
import type { ImageSource } from '../shared/image-source.ts'
import type { Written } from '../storages/storage.ts'
import { findInStorage, parseStorageUrl, writeStorage } from '../storages/storage-url.ts'
import type { JobContext } from './context.ts'
import type { Job } from './job.ts'

/** The name of a result: `<source name>.<ext>`, else `<job>.<ext>`, of `[A-Za-z0-9._-]` only. */
export function fileName(source: string | ImageSource, job: string, type: string): string {
  const stem = safe(sourceName(source).replace(/\.[^.]*$/, ''))
  return `${stem || job}.${resultTypes[type] ?? 'bin'}`
}

/** The name of a source, as far as it has one. */
export function sourceName(source: string | ImageSource): string {
  if (typeof source !== 'string') return 'name' in source ? String(source.name) : ''
  // Storage paths are not percent-encoded.
  if (/^\s*storage:/i.test(source)) return source.trim().split('/').pop() ?? ''
  if (!/^https?:/i.test(source)) return ''
  const last = URL.canParse(source) ? new URL(source).pathname.split('/').pop() : ''
  try {
    return decodeURIComponent(last ?? '')
  } catch {
    return last ?? ''
  }
}

const safe = (name: string) =>
  name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100)

/**
 * Writes the result to the request's `target`, once, though its page may end before that is stored: the next page looks
 * for it first. A failed write is only a warning: the job has its result.
 */
export async function writeTarget(job: Job, blob: Blob, context: JobContext): Promise<void> {
  const { state, signal } = job
  const { target } = job.request
  const { details, file } = state
  if (!target || !details || !file || details.target) return
  const { storages } = context.execution
  try {
    const { name } = parseStorageUrl(target, 'target', { folder: true })
    const written =
      (state.writing && (await findInStorage(storages, target, file.name, blob, signal))) ||
      (await write())
    const path = `storage://${name}/${written.path}`
    job.setTarget({ path, ...(written.url && { url: written.url }) })
  } catch (error) {
    signal.throwIfAborted()
    job.setWriting(false)
    job.warn('STORAGE', asDarkroomError(error, 'STORAGE').message, 'target')
    return
  }
  await context.retention.saveEnd(job)

  async function write(): Promise<Written> {
    job.setWriting(true)
    await context.retention.save(job).catch(() => signal.throwIfAborted())
    return writeStorage(storages, target as string, file?.name as string, blob, signal)
  }
}
