import { make } from '../dom.ts'
import type { MakeControl } from './control.ts'

/** A checkbox. The default is left out of the request. */
export const flag: MakeControl = ({ id, change, fallback }) => {
  const usual = fallback === true
  const input = make('input', { type: 'checkbox', id, className: 'switch' })
  input.addEventListener('input', () => change(input.checked === usual ? undefined : input.checked))
  const show = (value: unknown) => {
    input.checked = String(value ?? usual) === 'true'
  }
  return { element: input, input, labelled: true, show }
}
