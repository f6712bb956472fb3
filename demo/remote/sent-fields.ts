import { generativeFields } from '../../src/request/generative.ts'
import { normalize } from '../../src/request/normalize.ts'
import { byId } from '../dom.ts'
import type { Json } from '../json-paths.ts'
import { texts } from '../language/language.ts'
import { withFiles } from '../open-files.ts'
import { isConnected, remote } from './settings.ts'

/** Shows above the button which fields of a request would be sent to the service. */
export function showSentFields(request: Json): void {
  const fields = isConnected() ? generativeOf(request) : []
  const mark = byId('leaving')
  mark.hidden = fields.length === 0
  const sent = request.url || request.urls ? [...fields, texts.generate.withPicture] : fields
  mark.textContent = texts.generate.leaving(remote.baseUrl, sent.join(', '))
}

/** Whether a request generates an image without a source. */
export const needsNoSource = (request: Json): boolean =>
  isConnected() && !request.url && generativeOf(request).length > 0

function generativeOf(request: Json): string[] {
  try {
    return generativeFields(normalize(withFiles(request)).request)
  } catch {
    return []
  }
}
