import type { Backend, BackendItem, BackendRecord } from './backend.ts'

/** A job's id, as it may stand in a path. */
export const isId = (text: string) => /^[A-Za-z0-9_-]{1,64}$/.test(text)

/** A name that needs no escaping in a path or a header. */
export const safeName = (name: string) => name.replace(/[^A-Za-z0-9._-]+/g, '-').slice(-200)

/** The record as others see it: a `blob:` URL is good in its own page only, so results get URLs of this origin. */
export async function overHttp(
  record: BackendRecord,
  origin: string,
  service: Backend,
): Promise<BackendRecord> {
  const urlOf = async ({ job, file_name }: { job: string; file_name?: string }) => {
    const name = file_name ?? (await service.file(job)).name
    return `${origin}/rest_api/files/${job}/${safeName(name)}`
  }
  const item = async (one: BackendItem) =>
    isLocal(one.url) ? { ...one, url: await urlOf(one) } : one
  return {
    ...record,
    ...(isLocal(record.result_url) && { result_url: await urlOf(record) }),
    ...(record.results && { results: await Promise.all(record.results.map(item)) }),
  }
}

const isLocal = (url?: string | null) => url?.startsWith('blob:') === true
