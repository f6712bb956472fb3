import type { DarkroomError } from '../src/index.ts'
import { byId, make } from './dom.ts'
import { errorTitle } from './words.ts'

const box = byId('problem')
const NOTE = 'field-note'

/** Says what is wrong, and marks the field that it is about. */
export function showProblem(error: DarkroomError): void {
  clearProblem()
  box.append(make('strong', {}, errorTitle(error)), make('span', {}, error.message))
  if (error.path) box.append(chip(error.path))
  box.hidden = false
  if (error.path) mark(error.path, error.message)
}

export function clearProblem(): void {
  box.hidden = true
  box.replaceChildren()
  document.getElementById(NOTE)?.remove()
  for (const marked of document.querySelectorAll('.marked')) marked.classList.remove('marked')
  for (const input of document.querySelectorAll('#form [aria-invalid]')) {
    input.removeAttribute('aria-invalid')
    input.removeAttribute('aria-describedby')
  }
}

/** Leads to the field. */
function chip(path: string): HTMLElement {
  const found = fieldOf(path)
  if (!found) return make('code', {}, path)
  const button = make('button', { type: 'button', className: 'chip' }, make('code', {}, path))
  button.addEventListener('click', () => {
    const group = found.closest('details')
    if (group) group.open = true
    found.scrollIntoView({ block: 'center' })
    inputOf(found)?.focus({ preventScroll: true })
  })
  return button
}

/** The form's own field where there is one, and always the JSON: that is where every field is. */
function mark(path: string, message: string): void {
  byId('request').classList.add('marked')
  const field = fieldOf(path)
  if (!field) return
  field.classList.add('marked')
  const group = field.closest('details')
  if (group) group.open = true
  field.append(make('p', { id: NOTE, className: 'field-note' }, message))
  const input = path === 'width' ? byId('custom-width') : inputOf(field)
  input?.setAttribute('aria-invalid', 'true')
  input?.setAttribute('aria-describedby', NOTE)
  // What is told takes room, and must not push out of sight what is being typed.
  if (field.contains(document.activeElement)) field.scrollIntoView({ block: 'nearest' })
}

/** The field of a path, or what it is part of: `urls.2` is a line of `urls`. */
function fieldOf(path: string): HTMLElement | null {
  const found = document.querySelector<HTMLElement>(`#form [data-field~="${CSS.escape(path)}"]`)
  const outer = path.slice(0, Math.max(0, path.lastIndexOf('.')))
  return found ?? (outer ? fieldOf(outer) : null)
}

const inputOf = (field: HTMLElement) => field.querySelector<HTMLElement>('input, select, textarea')
