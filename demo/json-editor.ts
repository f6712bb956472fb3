import { formatJson } from './code/format-json.ts'
import { byId } from './dom.ts'
import { clearError } from './error-box.ts'
import type { Json } from './json-paths.ts'
import { messageOf } from './labels.ts'
import { texts } from './language/language.ts'
import { noteDraft, onRequestChange, setRequest } from './request-state.ts'

const editor = byId<HTMLTextAreaElement>('request')
const note = byId('request-note')

/** Sets up the editor of the request as JSON. Valid input becomes the request; errors are shown below. */
export function setUpJson(): void {
  editor.addEventListener('input', () => {
    const request = readRequest()
    if (request) setRequest(request, 'json')
  })
  onRequestChange((request, origin) => {
    if (origin !== 'json') writeRequest(request)
  })
}

/** The request in the editor. For anything but a JSON object, shows an error and returns undefined. */
export function readRequest(): Json | undefined {
  try {
    const request: unknown = JSON.parse(editor.value)
    if (typeof request !== 'object' || request === null || Array.isArray(request))
      throw new SyntaxError(texts.json.notAnObject)
    complain(undefined)
    return request as Json
  } catch (error) {
    // The error of the previous request does not apply any more.
    clearError()
    complain(messageOf(error))
    return undefined
  }
}

function writeRequest(request: Json): void {
  const { selectionStart, selectionEnd, textLength } = editor
  const isAllSelected =
    document.activeElement === editor && selectionStart === 0 && selectionEnd === textLength
  editor.value = formatJson(request)
  // Who has selected everything is about to write another request, which must not end up behind this one.
  if (isAllSelected) editor.select()
  complain(undefined)
}

export function writeRecord(record: unknown): void {
  byId<HTMLTextAreaElement>('record').value = formatJson(record)
  // Does not switch tabs: that would hide the request from someone who is editing it.
  byId('tab-record').classList.add('fresh')
}

function complain(message: string | undefined): void {
  noteDraft(message !== undefined)
  editor.setAttribute('aria-invalid', String(message !== undefined))
  note.classList.toggle('wrong', message !== undefined)
  note.textContent = message ?? texts.json.note
}
