import { make } from '../dom.ts'
import { texts } from '../language/language.ts'
import type { MakeControl } from './control.ts'

/** A text input, for numbers and text. */
export const text: MakeControl = ({ field, id, change, fallback, suggest }) => {
  const list = `${id}-list`
  const input = make('input', {
    type: 'text',
    id,
    autocomplete: 'off',
    spellcheck: false,
    placeholder: fallback === undefined ? '' : String(fallback),
    title: texts.form.expected(field.accepts),
  })
  const options = suggest.map((value) => make('option', { value }))
  if (options.length > 0) input.setAttribute('list', list)
  const numeric = (typed: string) => field.numeric && /^-?\d+(\.\d+)?$/.test(typed)
  input.addEventListener('input', () => {
    const typed = input.value.trim()
    change(typed === '' ? undefined : numeric(typed) ? Number(typed) : typed)
  })
  const show = (value: unknown) => {
    input.value = value === undefined || value === null ? '' : String(value)
  }
  const element = make(
    'div',
    { className: 'text' },
    input,
    ...(options.length > 0 ? [make('datalist', { id: list }, ...options)] : []),
  )
  return { element, input, labelled: true, show }
}
