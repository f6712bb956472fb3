import { make } from '../dom.ts'
import { type MakeControl, toLabel } from './control.ts'
import { suffix } from './unsupported.ts'

/** Radio buttons side by side. The default is left out of the request. */
export const segments: MakeControl = ({ field, id, label, change, fallback }) => {
  const radios = field.options.map((value) => {
    const radio = make('input', { type: 'radio', name: id, value: String(value) })
    radio.addEventListener('input', () => change(value === fallback ? undefined : value))
    return radio
  })
  const labels = radios.map((radio) => {
    const text = toLabel(radio.value) + suffix(field, radio.value)
    return make('label', {}, radio, make('span', {}, text))
  })
  const element = make(
    'div',
    { className: 'segments', role: 'radiogroup', ariaLabel: label },
    ...labels,
  )
  const show = (value: unknown) => {
    for (const radio of radios) radio.checked = radio.value === String(value ?? fallback)
  }
  return { element, input: radios[0] ?? element, labelled: false, show }
}
