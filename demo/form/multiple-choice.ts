import { make } from '../dom.ts'
import { texts } from '../language/language.ts'
import { type MakeControl, toLabel } from './control.ts'
import { isRemote } from './field.ts'
import { badge } from './unsupported.ts'

const names: Record<string, string> = texts.enhancements
const nameOf = (value: string) => names[value] ?? toLabel(value)

/** Checkboxes for several values. Those that need the remote service are marked. */
export const multipleChoice: MakeControl = ({ field, id, label, change }) => {
  const boxes = field.options.map((value, i) => {
    const box = make('input', { type: 'checkbox', id: i ? `${id}-${i}` : id, value: String(value) })
    box.addEventListener('input', () => {
      const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value)
      change(chosen.length > 0 ? chosen : undefined)
    })
    return box
  })
  const rows = boxes.map((box) =>
    make(
      'label',
      { className: 'check' },
      box,
      make('span', {}, nameOf(box.value)),
      ...(isRemote(field, [box.value]) ? [badge()] : []),
    ),
  )
  const element = make('fieldset', { className: 'checks', ariaLabel: label }, ...rows)
  const show = (value: unknown) => {
    const chosen = Array.isArray(value) ? value.map(String) : []
    for (const box of boxes) box.checked = chosen.includes(box.value)
  }
  return { element, input: boxes[0] ?? element, labelled: false, show }
}
