import { make } from '../dom.ts'
import { texts } from '../language/language.ts'
import type { MakeControl } from './control.ts'
import { text } from './text.ts'

/** A color, as text or from a color picker. */
export const color: MakeControl = (wiring) => {
  const typed = text({ ...wiring, suggest: ['auto', 'transparent'] })
  const swatch = make('input', {
    type: 'color',
    className: 'swatch',
    ariaLabel: texts.form.pickColor,
  })
  swatch.addEventListener('input', () => {
    const value = swatch.value.toUpperCase()
    typed.show(value)
    wiring.change(value)
  })
  typed.element.append(swatch)
  const show = (value: unknown) => {
    typed.show(value)
    const hex = /^#[0-9a-f]{6}$/i.test(String(value))
    swatch.value = hex ? String(value).toLowerCase() : '#ffffff'
    swatch.classList.toggle('unset', !hex)
  }
  return { ...typed, show }
}
