import { make } from '../dom.ts'
import { texts } from '../language/language.ts'
import type { MakeControl } from './control.ts'

/** Several images by URL or name, one per line. */
export const imageList: MakeControl = ({ field, id, change }) => {
  const input = make('textarea', {
    id,
    rows: 2,
    spellcheck: false,
    placeholder: texts.form.oneALine,
    title: texts.form.expected(field.accepts),
  })
  input.addEventListener('input', () => {
    const lines = input.value.split('\n').map((line) => line.trim())
    const given = lines.filter(Boolean)
    change(given.length > 0 ? given : undefined)
  })
  const show = (value: unknown) => {
    input.value = Array.isArray(value) ? value.join('\n') : String(value ?? '')
  }
  return { element: input, input, labelled: true, show }
}

/** Numbers separated by commas. */
export const tuple: MakeControl = ({ field, id, change }) => {
  const input = make('input', {
    type: 'text',
    id,
    autocomplete: 'off',
    inputMode: 'decimal',
    title: texts.form.expected(field.accepts),
  })
  input.addEventListener('input', () => {
    const parts = input.value.split(',').map((part) => part.trim())
    const numbers = parts.map((part) =>
      part !== '' && Number.isFinite(Number(part)) ? Number(part) : part,
    )
    change(input.value.trim() === '' ? undefined : numbers)
  })
  const show = (value: unknown) => {
    input.value = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  }
  return { element: input, input, labelled: true, show }
}
