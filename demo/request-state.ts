import type { Json } from './json-paths.ts'

/** Which part of the page made a change: it need not be updated itself. */
export type Origin = 'json' | 'basics' | 'fields' | 'page'

/** The request that is being edited: form, JSON and code all show this one. */
let request: Json = { width: '200%' }
const listeners: ((request: Json, origin: Origin) => void)[] = []

export const currentRequest = (): Json => request

export function setRequest(next: Json, origin: Origin): void {
  request = next
  for (const listener of listeners) listener(next, origin)
}

/** Whether the editor holds text that is no request, or none yet. */
let isDraft = false

export const noteDraft = (draft: boolean): void => {
  isDraft = draft
}

/** The request for a source that is there now; undefined where it must not be opened any more. */
export type Arrival = (request?: Json) => Json | undefined

/**
 * To be called when a source is asked for: it may take a while. What a person changes meanwhile is not overwritten, and
 * nothing is opened where they name another source.
 */
export function expectSource(): Arrival {
  const [asked, wasDraft] = [request, isDraft]
  return (next = request) => {
    const isOther = hasSource(request) && sourceOf(request) !== sourceOf(asked)
    if ((isDraft && !wasDraft) || isOther) return undefined
    return request === asked ? next : request
  }
}

const hasSource = ({ url, urls }: Json) => Boolean(url || urls)
const sourceOf = ({ url, urls }: Json) => JSON.stringify([url, urls])

export const onRequestChange = (listener: (request: Json, origin: Origin) => void): void => {
  listeners.push(listener)
}
