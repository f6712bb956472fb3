import { generativeFields } from '../../src/contract/request/generative.ts'
import { normalize } from '../../src/contract/request/normalize.ts'
import { byId } from '../dom.ts'
import { bound } from '../files.ts'
import type { Json } from '../paths.ts'
import { isConnected, remote } from './held.ts'

/** Says above the button what of a request would leave this machine. */
export function markLeaving(request: Json): void {
  const fields = isConnected() ? generativeOf(request) : []
  const mark = byId('leaving')
  mark.hidden = fields.length === 0
  mark.textContent = `Leaves this machine, for ${remote.baseUrl}: ${fields.join(', ')}${
    request.url || request.urls ? ', with the picture' : ''
  }`
}

/** Whether a picture can be made of a request that has none. */
export const fromWords = (request: Json): boolean =>
  isConnected() && !request.url && generativeOf(request).length > 0

function generativeOf(request: Json): string[] {
  try {
    return generativeFields(normalize(bound(request)).request)
  } catch {
    return []
  }
}
