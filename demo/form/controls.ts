import { make } from '../dom.ts'
import { texts } from '../language/language.ts'
import { number } from '../language/numbers.ts'
import { openFile } from '../open-files.ts'
import { type Field, isRemote, type Kind } from './field.ts'
import { badge, suffix } from './unsupported.ts'

/** The control of one field. */
export interface Control {
  /** Its root element. */
  element: HTMLElement
  /** The element that gets the focus. */
  input: HTMLElement
  /** Whether a label belongs to `input`; other controls are named groups. */
  labelled: boolean
  show(value: unknown): void
}

interface Wiring {
  field: Field
  id: string
  label: string
  /** Undefined removes the field from the request. */
  change(value: unknown): void
}

type MakeControl = (wiring: Wiring) => Control

/** The label of a value of the interface. */
function toLabel(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, inner]) => `${key}: ${toLabel(inner)}`)
      .join(', ')
  return String(value).replaceAll('_', ' ')
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A select box: one of several values, or none. */
const choice: MakeControl = ({ field, id, change }) => {
  const { default: usual, options } = field
  const none = usual === undefined ? texts.form.notSet : texts.form.default(toLabel(usual))
  const values = options.filter((value) => !same(value, usual))
  const select = make(
    'select',
    { id, oninput: () => change(select.value ? JSON.parse(select.value) : undefined) },
    make('option', { value: '' }, none),
    ...values.map((value) =>
      make('option', { value: JSON.stringify(value) }, toLabel(value) + suffix(field, value)),
    ),
  )
  const show = (value: unknown) => {
    const text = same(value, usual) ? '' : JSON.stringify(value ?? '')
    select.value = [...select.options].some((option) => option.value === text) ? text : ''
  }
  return { element: select, input: select, labelled: true, show }
}

const names: Record<string, string> = texts.enhancements

/** Checkboxes for several values. Those that need the remote service are marked. */
const multipleChoice: MakeControl = ({ field, id, label, change }) => {
  const oninput = () => {
    const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value)
    change(chosen.length > 0 ? chosen : undefined)
  }
  const boxes = field.options
    .map(String)
    .map((value, i) =>
      make('input', { type: 'checkbox', id: i ? `${id}-${i}` : id, value, oninput }),
    )
  const rows = boxes.map((box) => {
    const name = make('span', {}, names[box.value] ?? toLabel(box.value))
    const mark = isRemote(field, [box.value]) ? [badge()] : []
    return make('label', { className: 'check' }, box, name, ...mark)
  })
  const element = make('fieldset', { className: 'checks', ariaLabel: label }, ...rows)
  const show = (value: unknown) => {
    const chosen = Array.isArray(value) ? value.map(String) : []
    for (const box of boxes) box.checked = chosen.includes(box.value)
  }
  return { element, input: boxes[0] ?? element, labelled: false, show }
}

/** A checkbox. The default is left out of the request. */
const flag: MakeControl = ({ field, id, change }) => {
  const usual = field.default === true
  const oninput = () => change(input.checked === usual ? undefined : input.checked)
  const input = make('input', { type: 'checkbox', id, className: 'switch', oninput })
  const show = (value: unknown) => {
    input.checked = String(value ?? usual) === 'true'
  }
  return { element: input, input, labelled: true, show }
}

/** A slider for a number in a range. The default is shown in grey and left out of the request. */
const level: MakeControl = ({ field, id, change }) => {
  const [least, most] = field.range ?? [0, 1]
  const usual = Number(field.default ?? (least + most) / 2)
  const step = most - least > 1 ? '1' : '0.05'
  const oninput = () => {
    const value = Number(input.value) === field.default ? undefined : Number(input.value)
    change(value)
    show(value)
  }
  const [min, max] = [String(least), String(most)]
  const input = make('input', { type: 'range', id, min, max, step, oninput })
  const output = make('output')
  output.htmlFor.add(id)
  const element = make('div', { className: 'slider' }, input, output)
  const show = (value: unknown) => {
    const given = value !== undefined && value !== null
    const known = given || field.default !== undefined
    input.value = String(given ? value : usual)
    output.textContent = known ? number(Number(input.value)) : '–'
    element.classList.toggle('unset', !given)
  }
  return { element, input, labelled: true, show }
}

/** Radio buttons in a group, `dressed` each. The default is left out of the request. */
function radioGroup(
  { field, id, label, change }: Wiring,
  className: string,
  values: unknown[],
  dressed: (radio: HTMLInputElement) => HTMLElement,
  spellings = (value: string) => [value],
): Control {
  const radios = values.map((value) => {
    const oninput = () => change(value === field.default ? undefined : value)
    return make('input', { type: 'radio', name: id, value: String(value), oninput })
  })
  const group = { className, role: 'radiogroup', ariaLabel: label }
  const element = make('div', group, ...radios.map(dressed))
  const show = (value: unknown) => {
    const chosen = spellings(String(value ?? field.default ?? ''))
    for (const radio of radios) radio.checked = chosen.includes(radio.value)
  }
  return { element, input: radios[0] ?? element, labelled: false, show }
}

/** Radio buttons side by side. */
const segments: MakeControl = (wiring) =>
  radioGroup(wiring, 'segments', wiring.field.options, (radio) => {
    const text = toLabel(radio.value) + suffix(wiring.field, radio.value)
    return make('label', {}, radio, make('span', {}, text))
  })

const positions: Record<string, string> = texts.form.positions

/** One of nine positions in a 3 x 3 grid. */
const position: MakeControl = (wiring) =>
  radioGroup(
    wiring,
    'nine',
    Object.keys(positions),
    (radio) => Object.assign(radio, { ariaLabel: positions[radio.value], title: radio.value }),
    (value) => [value.toUpperCase(), value.toUpperCase().split('').reverse().join('')],
  )

/** An input whose text stands for a value; `read` turns what is typed into that. Several values are joined. */
function typing<T extends HTMLInputElement | HTMLTextAreaElement>(
  input: T,
  { field, id, change }: Wiring,
  read: (typed: string) => unknown,
  separator = ',',
): Control {
  const oninput = () => change(input.value.trim() === '' ? undefined : read(input.value.trim()))
  Object.assign(input, { id, title: texts.form.expected(field.accepts), oninput })
  const show = (value: unknown) => {
    input.value = Array.isArray(value) ? value.join(separator) : String(value ?? '')
  }
  return { element: input, input, labelled: true, show }
}

/** Several images by URL or name, one per line. */
const imageList: MakeControl = (wiring) => {
  const placeholder = texts.form.oneALine
  const input = make('textarea', { rows: 2, spellcheck: false, placeholder })
  return typing(input, wiring, linesOf, '\n')
}

const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Boxes, one per line. */
const boxList: MakeControl = (wiring) => {
  const sides = ['x', 'y', 'width', 'height'] as const
  const placeholder = texts.form.boxes
  const input = make('textarea', { rows: 2, spellcheck: false, placeholder })
  const boxOf = (line: string) =>
    Object.fromEntries(numbersOf(line).map((length, i) => [sides[i] ?? i, length]))
  const control = typing(input, wiring, (typed) => linesOf(typed).map(boxOf), '\n')
  const lineOf = (box: Record<string, unknown> | null) =>
    sides.map((side) => box?.[side]).join(', ')
  const show = (value: unknown) => control.show(Array.isArray(value) ? value.map(lineOf) : value)
  return { ...control, show }
}

/** Numbers separated by commas. */
const tuple: MakeControl = (wiring) => {
  const input = make('input', { type: 'text', autocomplete: 'off', inputMode: 'decimal' })
  return typing(input, wiring, numbersOf, ', ')
}

/** What is between commas, as numbers where it is some. */
function numbersOf(typed: string): unknown[] {
  const numberIn = (part: string) =>
    part !== '' && Number.isFinite(Number(part)) ? Number(part) : part
  return typed.split(',').map((part) => numberIn(part.trim()))
}

/** A text input, for numbers and text. */
function text(wiring: Wiring, suggested: readonly string[] = wiring.field.examples): Control {
  const { default: usual, numeric } = wiring.field
  const placeholder = usual === undefined ? '' : String(usual)
  const off = { autocomplete: 'off', spellcheck: false } as const
  const input = make('input', { type: 'text', ...off, placeholder })
  const isNumber = (typed: string) => numeric && /^-?\d+(\.\d+)?$/.test(typed)
  const control = typing(input, wiring, (typed) => (isNumber(typed) ? Number(typed) : typed))
  const element = make('div', { className: 'text' }, input)
  if (suggested.length > 0) {
    const options = suggested.map((value) => make('option', { value }))
    const list = make('datalist', { id: `${wiring.id}-list` }, ...options)
    input.setAttribute('list', list.id)
    element.append(list)
  }
  return { ...control, element }
}

/** A color, as text or from a color picker. */
const color: MakeControl = (wiring) => {
  const typed = text(wiring, ['auto', 'transparent'])
  const oninput = () => {
    const value = swatch.value.toUpperCase()
    typed.show(value)
    wiring.change(value)
  }
  const ariaLabel = texts.form.pickColor
  const swatch = make('input', { type: 'color', className: 'swatch', ariaLabel, oninput })
  typed.element.append(swatch)
  const show = (value: unknown) => {
    typed.show(value)
    const [hex] = /^#[0-9a-f]{6}(?=([0-9a-f]{2})?$)/i.exec(String(value)) ?? []
    swatch.value = hex?.toLowerCase() ?? '#ffffff'
    swatch.classList.toggle('unset', !hex)
  }
  return { ...typed, show }
}

/** An image: its URL, or the name of a chosen file. */
const imageControl: MakeControl = (wiring) => {
  const typed = text(wiring)
  Object.assign(typed.input, { placeholder: texts.form.imageHint })
  const onchange = () => {
    const [chosen] = file.files ?? []
    file.value = ''
    if (!chosen) return
    const name = openFile(chosen)
    typed.show(name)
    wiring.change(name)
  }
  const ariaLabel = texts.form.chooseFile(wiring.label)
  const file = make('input', { type: 'file', accept: 'image/*', ariaLabel, onchange })
  typed.element.append(make('label', { className: 'button small file' }, texts.form.file, file))
  return typed
}

const controls: Record<Kind, MakeControl> = {
  choice,
  many: multipleChoice,
  flag,
  level,
  place: position,
  colour: color,
  picture: imageControl,
  pictures: imageList,
  tuple,
  boxes: boxList,
  text: (wiring) => text(wiring),
}

/** More segments do not fit side by side. */
const MAX_SEGMENTS = 3

/** The control for a field. */
export const controlOf = ({ kind, options, default: usual }: Field): MakeControl =>
  kind === 'choice' && usual !== undefined && options.length <= MAX_SEGMENTS
    ? segments
    : controls[kind]
