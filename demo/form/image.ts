import { make } from '../dom.ts'
import { texts } from '../language/language.ts'
import { openFile } from '../open-files.ts'
import type { MakeControl } from './control.ts'
import { text } from './text.ts'

/** An image: its URL, or the name of a chosen file. */
export const imageControl: MakeControl = (wiring) => {
  const typed = text(wiring)
  Object.assign(typed.input, { placeholder: texts.form.imageHint })
  const file = make('input', {
    type: 'file',
    accept: 'image/*',
    ariaLabel: texts.form.chooseFile(wiring.label),
  })
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? []
    file.value = ''
    if (!chosen) return
    const name = openFile(chosen)
    typed.show(name)
    wiring.change(name)
  })
  typed.element.append(make('label', { className: 'button small file' }, texts.form.file, file))
  return typed
}
