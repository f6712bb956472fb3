import { isImageSource } from '../contract/image-source.ts'
import type { Job } from './job.ts'

/** The JSON body of a webhook. */
export interface WebhookBody {
  job: string
  /** The request as the caller wrote it, with null in place of embedded images. */
  data: unknown
  /** A URL that others can open, or null; `result_local` then says that the result exists in the page only. */
  result_url: string | null
  results: WebhookItem[] | null
  result_local?: true
}

interface WebhookItem {
  job: string
  status: string
  url: string | null
  original_url: string | null
  message?: string
}

export function webhookBody({ id, state, request, items }: Job): WebhookBody {
  const url = openUrl(state)
  const results = items.map(itemOf)
  const local = items.length > 0 ? results.some((item) => !item.url && !item.message) : !url
  return {
    job: id,
    data: state.data ?? withoutEmbeddedImages(request),
    result_url: url,
    results: items.length > 0 ? results : null,
    ...(local && { result_local: true }),
  }
}

/** Where others can open a result: in its target, or at the remote service. */
const openUrl = ({ details, remote }: Job['state']) => details?.target?.url ?? remote?.open ?? null

/** A copy of a request as JSON, with null in place of embedded images; undefined if JSON cannot hold it. */
export function withoutEmbeddedImages(request: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(request, (_, value) => (isEmbedded(value) ? null : value)))
  } catch {
    return undefined
  }
}

/** `data:` may also begin a prompt: only with a media type and a comma is it a URL. */
const isEmbedded = (value: unknown) =>
  typeof value === 'string'
    ? /^\s*(base64,|blob:|data:[\w.+/;=-]*,)/i.test(value.slice(0, 1000))
    : isImageSource(value)

function itemOf({ id, state, error }: Job): WebhookItem {
  return {
    job: id,
    status: error ? 'failed' : state.status,
    url: openUrl(state),
    original_url: state.original_url ?? null,
    ...(error && { message: error.message }),
  }
}
