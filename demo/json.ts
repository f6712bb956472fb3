import { byId } from './dom.ts'
import type { Json } from './form.ts'

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
  note.textContent =
    message ?? 'Edit it: this is what runs. The file’s name stands for the picture.'
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2)
const identifier = (key: string) => (/^[\w$]+$/.test(key) ? key : JSON.stringify(key))
const literal = (value: unknown) =>
  JSON.stringify(value, null, 2)
    .replaceAll('\n', '\n  ')
    .replace(/^"([^'"\\]*)"$/, "'$1'")
