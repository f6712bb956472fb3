import { pretty } from './code/pretty.ts'
import { byId } from './dom.ts'
import type { Json } from './paths.ts'
import { clearProblem } from './problem.ts'
import { change, onRequest } from './state.ts'

const editor = byId<HTMLTextAreaElement>('request')
const note = byId('request-note')

/** The request as JSON: what is typed is the request, as soon as it is valid; what is not is told below. */
export function setUpJson(): void {
  editor.addEventListener('input', () => {
    const request = readRequest()
    if (request) change(request, 'json')
  })
  onRequest((request, origin) => {
    if (origin !== 'json') writeRequest(request)
  })
}

/** The request as it stands in the editor, or undefined and a note where it is not an object. */
export function readRequest(): Json | undefined {
  try {
    const request: unknown = JSON.parse(editor.value)
    if (typeof request !== 'object' || request === null || Array.isArray(request))
      throw new SyntaxError('Expected an object: { … }')
    complain(undefined)
    return request as Json
  } catch (error) {
    // What was wrong with the last request says nothing about this one.
    clearProblem()
    complain(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

function writeRequest(request: Json): void {
  editor.value = pretty(request)
  complain(undefined)
}

export function writeRecord(record: unknown): void {
  byId<HTMLTextAreaElement>('record').value = pretty(record)
  // Not shown at once: whoever edits the request would lose it from sight.
  byId('tab-record').classList.add('fresh')
}

function complain(message: string | undefined): void {
  editor.setAttribute('aria-invalid', String(message !== undefined))
  note.classList.toggle('wrong', message !== undefined)
  note.textContent = message ?? 'Edit it: this is what runs. A file’s name stands for the file.'
}
