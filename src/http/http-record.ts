import { srcsetOf } from '../shared/srcset.ts'
import type { Backend, BackendItem, BackendRecord } from './backend.ts'

export const isJobId = (text: string) => /^[A-Za-z0-9_-]{1,64}$/.test(text)

/** A file name of at most 200 characters that needs no escaping in a URL or a header. */
export const safeName = (name: string) => name.replace(/[^A-Za-z0-9._-]+/g, '-').slice(-200)

/** The record with a URL of `origin` for each result: a `blob:` URL works in its own page only. */
export async function toHttpRecord(
  record: BackendRecord,
  origin: string,
  backend: Backend,
): Promise<BackendRecord> {
  const fileUrl = async ({ job, file_name }: { job: string; file_name?: string }) => {
    const name = file_name ?? (await backend.file(job)).name
    return `${origin}/rest_api/files/${job}/${safeName(name)}`
  }
  const toHttpItem = async (item: BackendItem) =>
    isBlobUrl(item.url) ? { ...item, url: await fileUrl(item) } : item
  const results = record.results && (await Promise.all(record.results.map(toHttpItem)))
  return {
    ...record,
    ...(isBlobUrl(record.result_url) && { result_url: await fileUrl(record) }),
    ...(results && { results }),
    ...(results && record.srcset && { srcset: srcsetOf(results) }),
  }
}

const isBlobUrl = (url?: string | null) => url?.startsWith('blob:') === true
