import { asDarkroomError } from '../contract/errors.ts'
import { parseStorageUrl, writeStorage } from '../storages/storage-url.ts'
import type { JobContext } from './context.ts'
import type { Job } from './job.ts'

/** Writes the result to the request's `target`, once. A failed write is only a warning: the job has its result. */
export async function writeTarget(job: Job, blob: Blob, context: JobContext): Promise<void> {
  const { state, signal } = job
  const { target } = job.request
  const { details, file } = state
  if (!target || !details || !file || details.target) return
  const { storages } = context.execution
  try {
    const { name } = parseStorageUrl(target, 'target', { folder: true })
    const written = await writeStorage(storages, target, file.name, blob, signal)
    const path = `storage://${name}/${written.path}`
    job.setTarget({ path, ...(written.url && { url: written.url }) })
  } catch (error) {
    signal.throwIfAborted()
    job.warn('STORAGE', asDarkroomError(error, 'STORAGE').message, 'target')
    return
  }
  await context.retention.saveEnd(job)
}
