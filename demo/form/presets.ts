import { byId, make } from '../dom.ts'
import { getPath } from '../json-paths.ts'
import { texts } from '../language/language.ts'
import { currentRequest, onRequestChange, setRequest } from '../request-state.ts'
import { type Field, fields, isRemote } from './field.ts'
import { badge } from './unsupported.ts'

const field = fields.get('preset') as Field
const names = field.examples

/** The labels of the template categories, by the first part of their names. */
const { categories } = texts.presets

/** Sets up the list of presets and templates, searchable by name and category. */
export function setUpPresets(): void {
  const list = byId('preset-list')
  const sections = [...new Set(names.map(categoryOf))].map((category) =>
    section(
      category,
      names.filter((name) => categoryOf(name) === category),
    ),
  )
  list.append(...sections)
  const search = byId<HTMLInputElement>('preset-search')
  search.addEventListener('input', () => filter(sections, search.value))
  search.addEventListener('keydown', (event) => {
    // Otherwise Enter runs the request.
    if (event.key === 'Enter') event.preventDefault()
  })
  list.addEventListener('input', ({ target }) => choose((target as HTMLInputElement).value))
  byId('preset-none').addEventListener('click', () => choose(''))
  onRequestChange(({ preset }) => show(String(preset ?? '')))
}

function section(category: string, names: string[]): HTMLElement {
  const rows = names.map((name) => row(name, category))
  return make('fieldset', { className: 'presets' }, make('legend', {}, category), ...rows)
}

function row(name: string, category: string): HTMLElement {
  const radio = make('input', { type: 'radio', name: 'preset', value: name, title: name })
  const text = make('span', {}, words(name))
  const dataset = { words: `${category} ${name} ${words(name)}`.toLowerCase() }
  const label = make('label', { className: 'preset', dataset }, radio, ...swatch(name), text)
  if (isRemote(field, name)) label.append(badge())
  return label
}

function swatch(name: string): HTMLElement[] {
  const color = getPath(field.contents?.[name], 'background.color')
  if (typeof color !== 'string') return []
  const dot = make('span', { className: 'dot' })
  dot.style.background = color
  return [dot]
}

const prefixOf = (name: string) =>
  Object.keys(categories).find((prefix) => name.startsWith(prefix)) as
    | keyof typeof categories
    | undefined

function categoryOf(name: string): string {
  const prefix = prefixOf(name)
  if (prefix) return categories[prefix]
  return name.includes(' ') ? texts.presets.creative : texts.presets.general
}

function words(name: string): string {
  const text = name.slice(prefixOf(name)?.length ?? 0).replaceAll(/[_-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function filter(sections: HTMLElement[], query: string): void {
  const wanted = query.toLowerCase().split(/\s+/)
  for (const section of sections) {
    const rows = [...section.querySelectorAll<HTMLElement>('.preset')]
    for (const row of rows) row.hidden = !wanted.every((word) => row.dataset.words?.includes(word))
    section.hidden = rows.every(({ hidden }) => hidden)
  }
  byId('preset-nothing').hidden = sections.some(({ hidden }) => !hidden)
}

/** Clears the explicit size, which would override the preset's. */
function choose(name: string): void {
  const { preset: _, width, ...rest } = currentRequest()
  setRequest(
    name ? { ...rest, preset: name } : { ...rest, ...(width !== undefined && { width }) },
    'page',
  )
}

function show(name: string): void {
  byId('preset-name').textContent = names.includes(name) ? words(name) : name
  byId('preset-none').hidden = !name
  for (const radio of document.querySelectorAll<HTMLInputElement>('#preset-list input'))
    radio.checked = radio.value === name
}
