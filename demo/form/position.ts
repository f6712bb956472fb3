import { make } from '../dom.ts'
import { texts } from '../language/language.ts'
import type { MakeControl } from './control.ts'

const { positions } = texts.form

/** One of nine positions in a 3 x 3 grid. */
export const position: MakeControl = ({ id, label, change, fallback }) => {
  const radios = Object.entries(positions).map(([code, name]) => {
    const radio = make('input', { type: 'radio', name: id, value: code })
    radio.ariaLabel = name
    radio.title = code
    radio.addEventListener('input', () => change(code === fallback ? undefined : code))
    return radio
  })
  const element = make(
    'div',
    { className: 'nine', role: 'radiogroup', ariaLabel: label },
    ...radios,
  )
  const show = (value: unknown) => {
    const code = String(value ?? fallback ?? '').toUpperCase()
    const reversed = code.split('').reverse().join('')
    for (const radio of radios) radio.checked = [code, reversed].includes(radio.value)
  }
  return { element, input: radios[0] ?? element, labelled: false, show }
}
