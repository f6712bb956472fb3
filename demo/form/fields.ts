import type { DarkroomError } from '../../src/index.ts'
import { byId, make } from '../dom.ts'
import { getPath, type Json, withDefaults, withPath } from '../json-paths.ts'
import { texts } from '../language/language.ts'
import { currentRequest, onRequestChange, setRequest } from '../request-state.ts'
import type { Control } from './control.ts'
import { controlOf } from './controls.ts'
import { defaultOf } from './defaults.ts'
import { type Field, fields } from './field.ts'
import { basics, type Entry, type Group, groups, spellings } from './groups.ts'
import { badge, fieldError } from './unsupported.ts'

interface Row {
  path: string
  element: HTMLElement
  name: HTMLElement
  control: Control
  /** Whether the field applies to the current request. */
  matters(request: Json): boolean
  /** Why the library refuses the field with any value. */
  refused: DarkroomError | undefined
}

/** Sets up all fields of the schema in collapsed groups, synchronized with the request. */
export function setUpFields(): void {
  byId('groups').append(...[...groups, unnamed()].filter(hasEntries).map(section))
}

const hasEntries = ({ entries }: Group) => entries.length > 0

/** Opens only the groups with fields that are set, and scrolls to the first of them. */
export function openUsedGroups(): void {
  const all = [...byId('groups').querySelectorAll<HTMLDetailsElement>('details:not(#presets)')]
  for (const each of all) each.open = each.querySelector('.count')?.textContent !== ''
  const form = byId('form')
  const first = all.find(({ open }) => open) ?? form.firstElementChild
  const { top } = (first ?? form).getBoundingClientRect()
  form.scrollTop += top - form.getBoundingClientRect().top
}

/** Fields of the schema that are in no group, so that the form is complete. */
function unnamed(): Group {
  const named = new Set([
    ...basics,
    ...groups.flatMap(({ entries }) => entries.map(({ path }) => path)),
    ...spellings.values(),
  ])
  const others = [...fields.keys()].filter((path) => !named.has(path))
  return { title: texts.groups.more, entries: others.map((path) => ({ path, label: path })) }
}

function section({ title, entries }: Group): HTMLElement {
  const rows = entries.flatMap((entry) => {
    const field = fields.get(entry.path)
    return field ? [rowOf(entry, field)] : []
  })
  const count = make('span', { className: 'count' })
  const summary = make('summary', {}, make('span', {}, title), ...marked(rows, entries), count)
  onRequestChange((request) => {
    const set = entries.filter(({ path }) => path !== 'url' && given(request, path) !== undefined)
    count.textContent = set.length > 0 ? texts.form.count(set.length) : ''
    for (const row of rows) follow(row, request)
  })
  const body = make('div', { className: 'rows' }, ...rows.map(({ element }) => element))
  return make('details', { className: 'group' }, summary, body)
}

/** Marks unsupported fields: a whole group once, otherwise single fields whose prerequisites are not marked. */
function marked(rows: Row[], entries: Entry[]): HTMLElement[] {
  const [first] = rows
  const refused = rows.filter((row) => row.refused)
  for (const { element, refused: error } of refused) {
    element.classList.add('refused')
    element.title = error?.message ?? ''
  }
  if (first?.refused && refused.length === rows.length) return [badge(first.refused)]
  for (const { path, name, refused: error } of refused) {
    const alone = !entries.find((entry) => entry.path === path)?.implies
    if (error && alone) name.append(' ', badge(error))
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

/** Parameters of an enhancement are shown if the enhancement or the parameters are set. */
function matters({ path, implies }: Entry, request: Json): boolean {
  if (!Array.isArray(implies?.enhancements) || given(request, path) !== undefined) return true
  const asked = Array.isArray(request.enhancements) ? request.enhancements : []
  return implies.enhancements.every((name) => asked.includes(name))
}

/** A field is marked as a whole if none of its values is supported. */
function everyRefusal(field: Field, implies: Json): DarkroomError | undefined {
  // Each value has its own mark.
  if (field.kind === 'many') return undefined
  const values = field.kind === 'choice' ? field.options : [undefined]
  const refusals = values.map((value) => fieldError(field, implies, value))
  return refusals.every(Boolean) ? refusals[0] : undefined
}

function set({ path }: Entry, value: unknown, implies: Json): void {
  const other = spellings.get(path)
  const single = other ? withPath(currentRequest(), other, undefined) : currentRequest()
  const next = withPath(single, path, value)
  setRequest(value === undefined ? next : withDefaults(next, implies), 'fields')
}

const given = (request: Json, path: string) =>
  getPath(request, path) ?? getPath(request, spellings.get(path) ?? '')

/** Does not overwrite the field that is being edited. */
function follow({ path, element, control, matters }: Row, request: Json): void {
  element.hidden = !matters(request)
  if (
    element.contains(document.activeElement) &&
    document.activeElement?.matches('input[type=text], textarea')
  )
    return
  control.show(given(request, path))
}
