import { make } from '../dom.ts'
import { keep } from '../files.ts'
import type { MakeControl } from './control.ts'
import { text } from './text.ts'

/** A picture by its address, or by the name of a file that is chosen. */
export const picture: MakeControl = (wiring) => {
  const typed = text(wiring)
  Object.assign(typed.input, { placeholder: 'https://…, storage://… or a file' })
  const file = make('input', {
    type: 'file',
    accept: 'image/*',
    ariaLabel: `${wiring.label}: choose a file`,
  })
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? []
    file.value = ''
    if (!chosen) return
    const name = keep(chosen)
    typed.show(name)
    wiring.change(name)
  })
  typed.element.append(make('label', { className: 'button small file' }, 'File…', file))
  return typed
}
