import { byId } from './dom.ts'
import type { Json } from './form.ts'
import { clearProblem } from './problem.ts'

const editor = byId<HTMLTextAreaElement>('request')
const note = byId('request-note')

/** Calls back with every request that is typed and valid JSON; what is not is told below the text. */
export function onRequestTyped(listener: (request: Json) => void): void {
  editor.addEventListener('input', () => {
    const request = readRequest()
    if (request) listener(request)
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

export function writeRequest(request: Json): void {
  editor.value = pretty(request)
  complain(undefined)
}

export function writeRecord(record: unknown): void {
  byId<HTMLTextAreaElement>('record').value = pretty(record)
  // Not shown at once: whoever edits the request would lose it from sight.
  byId('tab-record').classList.add('fresh')
}

/** The call that runs a request, with `picture` in the place of the file's name. */
export function writeCode(request: Json, pictureName: string | undefined): void {
  const lines = Object.entries(request).map(([key, value]) => {
    const isPicture = key === 'url' && value === pictureName
    return `  ${identifier(key)}: ${isPicture ? 'picture' : literal(value)},`
  })
  byId<HTMLTextAreaElement>('code').value = [
    'const job = await darkroom.run({',
    ...lines,
    '})',
    '// job.result_url, job.file_name',
  ].join('\n')
}

function complain(message: string | undefined): void {
  editor.setAttribute('aria-invalid', String(message !== undefined))
  note.classList.toggle('wrong', message !== undefined)
  note.textContent = message ?? 'Edit it: this is what runs. The url names the open picture.'
}

/** Two spaces, but what is short and innermost on one line. */
const pretty = (value: unknown) =>
  JSON.stringify(value, null, 2).replace(
    /([{[])\n +([^{}[\]]{1,70}?)\n +([}\]])/g,
    (_, open, body, close) => `${open} ${body.replace(/\n +/g, ' ')} ${close}`,
  )
const identifier = (key: string) => (/^[\w$]+$/.test(key) ? key : JSON.stringify(key))
const literal = (value: unknown) =>
  JSON.stringify(value, null, 2)
    .replaceAll('\n', '\n  ')
    .replace(/^"([^'"\\]*)"$/, "'$1'")
