import { byId, make } from '../dom.ts'
import { getPath, type Json, withDefaults, withPath } from '../json-paths.ts'
import { texts } from '../language/language.ts'
import { currentRequest, onRequestChange, setRequest } from '../request-state.ts'
import { type Control, controlOf } from './controls.ts'
import { type Field, fields } from './field.ts'
import { basics, type Entry, type Group, groups, spellings } from './groups.ts'
import { badge, needsRemote } from './unsupported.ts'

interface Row {
  path: string
  element: HTMLElement
  name: HTMLElement
  control: Control
  /** Whether the field applies to the current request. */
  matters(request: Json): boolean
  /** Whether the field needs the remote service with any value. */
  isRemote: boolean
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

/** Marks fields of the remote service: a whole group once, otherwise single fields whose prerequisites are not marked. */
function marked(rows: Row[], entries: Entry[]): HTMLElement[] {
  const remote = rows.filter(({ isRemote }) => isRemote)
  for (const { element } of remote) {
    element.classList.add('refused')
    element.title = texts.form.needsRemote
  }
  if (rows.length > 0 && remote.length === rows.length) return [badge()]
  for (const { path, name } of remote) {
    const alone = !entries.find((entry) => entry.path === path)?.implies
    if (alone) name.append(' ', badge())
  }
  return []
}

function rowOf(entry: Entry, field: Field): Row {
  const { path, label, implies = {} } = entry
  const id = `field-${path.replaceAll('.', '-')}`
  const change = (value: unknown) => set(entry, value, implies)
  const control = controlOf(field)({ field, id, label, change })
  const name = control.labelled
    ? make('label', { htmlFor: id }, label)
    : make('span', { className: 'name' }, label)
  const dataset = { field: [path, spellings.get(path) ?? ''].join(' ').trim() }
  const element = make('div', { className: `row ${field.kind}`, dataset }, name, control.element)
  const isRemote = isAlwaysRemote(field, implies)
  return { path, element, name, control, matters: (request) => matters(entry, request), isRemote }
}

/** Parameters of an enhancement are shown if the enhancement or the parameters are set. */
function matters({ path, implies }: Entry, request: Json): boolean {
  if (!Array.isArray(implies?.enhancements) || given(request, path) !== undefined) return true
  const asked = Array.isArray(request.enhancements) ? request.enhancements : []
  return implies.enhancements.every((name) => asked.includes(name))
}

/** A field is marked as a whole if all of its values need the remote service. */
function isAlwaysRemote(field: Field, implies: Json): boolean {
  // Each value has its own mark.
  if (field.kind === 'many') return false
  const values = field.kind === 'choice' ? field.options : [undefined]
  return values.every((value) => needsRemote(field, implies, value))
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
