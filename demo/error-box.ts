import { DarkroomError, isDarkroomError } from 'darkroom-web'
import { byId, make } from './dom.ts'
import { errorTitle, messageOf } from './labels.ts'
import { texts } from './language/language.ts'

const box = byId('problem')
const NOTE = 'field-note'

/** What was thrown, as an error of the library: any other is a bug. */
export const asDarkroomError = (error: unknown): DarkroomError =>
  isDarkroomError(error) ? error : new DarkroomError('INTERNAL', messageOf(error))

/** Shows an error, and marks the field that caused it. */
export function showError(error: DarkroomError): void {
  clearError()
  box.append(make('strong', {}, errorTitle(error)), make('span', { lang: 'en' }, error.message))
  if (error.path) box.append(fieldLink(error.path))
  box.hidden = false
  if (error.path) markField(error.path, error.message)
}

export function clearError(): void {
  box.hidden = true
  box.replaceChildren()
  document.getElementById(NOTE)?.remove()
  for (const marked of document.querySelectorAll('.marked')) marked.classList.remove('marked')
  for (const input of document.querySelectorAll('#form [aria-invalid]')) {
    input.removeAttribute('aria-invalid')
    input.removeAttribute('aria-describedby')
  }
}

/** A button that scrolls to the field and focuses it. */
function fieldLink(path: string): HTMLElement {
  const found = fieldOf(path)
  const named = [make('span', {}, texts.errors.field), ' ', make('code', {}, path)]
  if (!found) return make('div', { className: 'chip' }, ...named)
  const onclick = () => {
    openGroupOf(found)
    found.scrollIntoView({ block: 'center' })
    inputOf(found)?.focus({ preventScroll: true })
  }
  return make('button', { type: 'button', className: 'chip', onclick }, ...named)
}

function openGroupOf(field: HTMLElement): void {
  const group = field.closest('details')
  if (group) group.open = true
}

/** Marks the field in the form, if it is there, and the JSON editor, which has every field. */
function markField(path: string, message: string): void {
  byId('request').classList.add('marked')
  const field = fieldOf(path)
  if (!field) return
  field.classList.add('marked')
  openGroupOf(field)
  field.append(make('p', { id: NOTE, className: 'field-note', lang: 'en' }, message))
  const input = path === 'width' ? byId('custom-width') : inputOf(field)
  input?.setAttribute('aria-invalid', 'true')
  input?.setAttribute('aria-describedby', NOTE)
  // The message takes space and must not push the focused field out of view.
  if (field.contains(document.activeElement)) field.scrollIntoView({ block: 'nearest' })
}

/** The field of a path, or of a parent path: `urls.2` is a line of `urls`. */
function fieldOf(path: string): HTMLElement | null {
  const found = document.querySelector<HTMLElement>(`#form [data-field~="${CSS.escape(path)}"]`)
  const outer = path.slice(0, Math.max(0, path.lastIndexOf('.')))
  return found ?? (outer ? fieldOf(outer) : null)
}

const inputOf = (field: HTMLElement) => field.querySelector<HTMLElement>('input, select, textarea')
