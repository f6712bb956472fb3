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

export const onRequestChange = (listener: (request: Json, origin: Origin) => void): void => {
  listeners.push(listener)
}
