import { make } from '../dom.ts'
import { number } from '../language/numbers.ts'
import type { MakeControl } from './control.ts'

/** A slider for a number in a range. The default is shown in grey and left out of the request. */
export const level: MakeControl = ({ field, id, change, fallback }) => {
  const [least, most] = field.range ?? [0, 1]
  const usual = Number(fallback ?? (least + most) / 2)
  const input = make('input', {
    type: 'range',
    id,
    min: String(least),
    max: String(most),
    step: most - least > 1 ? '1' : '0.05',
  })
  const output = make('output')
  output.htmlFor.add(id)
  const element = make('div', { className: 'slider' }, input, output)
  const show = (value: unknown) => {
    const given = value !== undefined && value !== null
    input.value = String(given ? value : usual)
    output.textContent = given || fallback !== undefined ? number(Number(input.value)) : '–'
    element.classList.toggle('unset', !given)
  }
  input.addEventListener('input', () => {
    const value = Number(input.value)
    change(value === fallback ? undefined : value)
    show(value === fallback ? undefined : value)
  })
  return { element, input, labelled: true, show }
}
