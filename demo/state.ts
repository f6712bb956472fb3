import type { Json } from './paths.ts'

/** Where a change came from: its own place does not have to be written again. */
export type Origin = 'json' | 'basics' | 'fields' | 'page'

/** The request that is being edited: the one thing that the form, the JSON and the code show. */
let request: Json = { width: '200%' }
const listeners: ((request: Json, origin: Origin) => void)[] = []

export const current = (): Json => request

export function change(next: Json, origin: Origin): void {
  request = next
  for (const listener of listeners) listener(next, origin)
}

export const onRequest = (listener: (request: Json, origin: Origin) => void): void => {
  listeners.push(listener)
}
