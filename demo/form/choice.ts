import { make } from '../dom.ts'
import { texts } from '../language/language.ts'
import { type MakeControl, toLabel } from './control.ts'
import { suffix } from './unsupported.ts'

/** A select box: one of several values, or none. */
export const choice: MakeControl = ({ field, id, change, fallback }) => {
  const none = fallback === undefined ? texts.form.notSet : texts.form.default(toLabel(fallback))
  const values = field.options.filter((value) => !same(value, fallback))
  const select = make(
    'select',
    { id },
    make('option', { value: '' }, none),
    ...values.map((value) =>
      make('option', { value: JSON.stringify(value) }, toLabel(value) + suffix(field, value)),
    ),
  )
  select.addEventListener('input', () =>
    change(select.value ? JSON.parse(select.value) : undefined),
  )
  const show = (value: unknown) => {
    const text = same(value, fallback) ? '' : JSON.stringify(value ?? '')
    select.value = [...select.options].some((option) => option.value === text) ? text : ''
  }
  return { element: select, input: select, labelled: true, show }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
