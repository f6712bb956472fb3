import { byId } from '../dom.ts'
import { texts } from '../language/language.ts'
import { remote } from './settings.ts'

/** Shows above the button which fields of a request would be sent to the service. What only they make can be run. */
export function showSentFields(fields: string[], withSource = false): void {
  const mark = byId('leaving')
  mark.hidden = fields.length === 0
  if (mark.hidden) return
  byId<HTMLButtonElement>('develop').disabled = false
  const sent = withSource ? [...fields, texts.generate.withPicture] : fields
  mark.textContent = texts.generate.leaving(remote.baseUrl, sent.join(', '))
}
