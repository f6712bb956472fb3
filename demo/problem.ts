import type { DarkroomError } from '../src/index.ts'
import { byId } from './dom.ts'
import { errorTitle } from './words.ts'

const box = byId('problem')

/** Says what is wrong, and marks the field that it is about. */
export function showProblem(error: DarkroomError): void {
  clearProblem()
  const title = document.createElement('strong')
  title.textContent = errorTitle(error)
  const text = document.createElement('span')
  text.textContent = error.message
  box.append(title, text)
  if (error.path) box.append(chip(error.path))
  box.hidden = false
  if (error.path) mark(error.path)
}

export function clearProblem(): void {
  box.hidden = true
  box.replaceChildren()
  for (const marked of document.querySelectorAll('.marked')) marked.classList.remove('marked')
  for (const input of document.querySelectorAll('#form [aria-invalid]')) {
    input.removeAttribute('aria-invalid')
  }
  byId('request').classList.remove('marked')
}

function chip(path: string): HTMLElement {
  const code = document.createElement('code')
  code.textContent = path
  return code
}

/** The form's own field where there is one, and always the JSON: that is where every field is. */
function mark(path: string): void {
  const field = document.querySelector(`[data-field~="${CSS.escape(path)}"]`)
  field?.classList.add('marked')
  if (path === 'width') byId('custom-width').setAttribute('aria-invalid', 'true')
  byId('request').classList.add('marked')
}
