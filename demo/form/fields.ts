import type { DarkroomError } from '../../src/index.ts'
import { byId, make } from '../dom.ts'
import { at, completed, type Json, withAt } from '../paths.ts'
import { change, current, onRequest } from '../state.ts'
import type { Control } from './control.ts'
import { controlOf } from './controls.ts'
import { defaultOf } from './defaults.ts'
import { type Field, fields } from './field.ts'
import { basics, type Entry, type Group, groups, spellings } from './groups.ts'
import { refusalOf, tag } from './marks.ts'

interface Row {
  path: string
  element: HTMLElement
  name: HTMLElement
  control: Control
  /** Whether it says something about the request as it is. */
  matters(request: Json): boolean
  /** Why it cannot be run here, whatever its value is. */
  refused: DarkroomError | undefined
}

/** Every field of the schema in collapsed groups, each in step with the request. */
export function setUpFields(): void {
  byId('groups').append(...[...groups, unnamed()].filter(hasEntries).map(section))
}

const hasEntries = ({ entries }: Group) => entries.length > 0

/** Opens the groups that have something set, and only those, and brings the first of them into sight. */
export function unfold(): void {
  const all = [...byId('groups').querySelectorAll<HTMLDetailsElement>('details:not(#presets)')]
  for (const each of all) each.open = each.querySelector('.count')?.textContent !== ''
  const form = byId('form')
  const first = all.find(({ open }) => open) ?? form.firstElementChild
  const { top } = (first ?? form).getBoundingClientRect()
  form.scrollTop += top - form.getBoundingClientRect().top
}

/** What the schema has and the groups do not: nothing stays out of the form. */
function unnamed(): Group {
  const named = new Set([
    ...basics,
    ...groups.flatMap(({ entries }) => entries.map(({ path }) => path)),
    ...spellings.values(),
  ])
  const others = [...fields.keys()].filter((path) => !named.has(path))
  return { title: 'More', entries: others.map((path) => ({ path, label: path })) }
}

function section({ title, entries }: Group): HTMLElement {
  const rows = entries.flatMap((entry) => {
    const field = fields.get(entry.path)
    return field ? [rowOf(entry, field)] : []
  })
  const count = make('span', { className: 'count' })
  const summary = make('summary', {}, make('span', {}, title), ...marked(rows, entries), count)
  onRequest((request) => {
    const set = entries.filter(({ path }) => path !== 'url' && given(request, path) !== undefined)
    count.textContent = set.length > 0 ? `${set.length} set` : ''
    for (const row of rows) follow(row, request)
  })
  const body = make('div', { className: 'rows' }, ...rows.map(({ element }) => element))
  return make('details', { className: 'group' }, summary, body)
}

/** Marks what is refused: a group once where that is all of it, a field where nothing that it comes with is marked. */
function marked(rows: Row[], entries: Entry[]): HTMLElement[] {
  const [first] = rows
  const refused = rows.filter((row) => row.refused)
  for (const { element, refused: error } of refused) {
    element.classList.add('refused')
    element.title = error?.message ?? ''
  }
  if (first?.refused && refused.length === rows.length) return [tag(first.refused)]
  for (const { path, name, refused: error } of refused) {
    const alone = !entries.find((entry) => entry.path === path)?.implies
    if (error && alone) name.append(' ', tag(error))
  }
  return []
}

function rowOf(entry: Entry, field: Field): Row {
  const { path, label, implies = {}, suggest = [] } = entry
  const id = `field-${path.replaceAll('.', '-')}`
  const fallback = defaultOf(path)
  const control = controlOf(
    field,
    fallback,
  )({
    field,
    id,
    label,
    suggest,
    fallback,
    change: (value) => set(entry, value, implies),
  })
  const name = control.labelled
    ? make('label', { htmlFor: id }, label)
    : make('span', { className: 'name' }, label)
  const element = make('div', { className: `row ${field.kind}` }, name, control.element)
  element.dataset.field = [path, spellings.get(path) ?? ''].join(' ').trim()
  const refused = everyRefusal(field, implies)
  return { path, element, name, control, matters: (request) => matters(entry, request), refused }
}

/** Parameters of an enhancement are there as soon as it is, and where the request has them. */
function matters({ path, implies }: Entry, request: Json): boolean {
  if (!Array.isArray(implies?.enhancements) || given(request, path) !== undefined) return true
  const asked = Array.isArray(request.enhancements) ? request.enhancements : []
  return implies.enhancements.every((name) => asked.includes(name))
}

/** A field is marked as a whole where none of its values can be run. */
function everyRefusal(field: Field, implies: Json): DarkroomError | undefined {
  // Those have marks of their own, one by one.
  if (field.kind === 'many') return undefined
  const values = field.kind === 'choice' ? field.options : [undefined]
  const refusals = values.map((value) => refusalOf(field, implies, value))
  return refusals.every(Boolean) ? refusals[0] : undefined
}

function set({ path }: Entry, value: unknown, implies: Json): void {
  const other = spellings.get(path)
  const single = other ? withAt(current(), other, undefined) : current()
  const next = withAt(single, path, value)
  change(value === undefined ? next : completed(next, implies), 'fields')
}

const given = (request: Json, path: string) =>
  at(request, path) ?? at(request, spellings.get(path) ?? '')

/** What is typed in is not rewritten under the fingers. */
function follow({ path, element, control, matters }: Row, request: Json): void {
  element.hidden = !matters(request)
  if (
    element.contains(document.activeElement) &&
    document.activeElement?.matches('input[type=text], textarea')
  )
    return
  control.show(given(request, path))
}
