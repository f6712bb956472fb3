import { normalizeCss } from './svg-css.ts'
import { NESTED, nestedUrls } from './svg-data-url.ts'

/** Characters of a path or a text that take as long as an element. */
const CHARACTERS = 500
/** A stop of a gradient is a color in a list, and no shape. */
const STOP_COST = 0.1

const REFERENCE = /url\(\s*["']?\s*#([^"')]+)/gi
const FILTER_FUNCTION = /\b(?:blur|drop-shadow)\(/gi
/** Properties that children inherit, and that only shapes and texts draw. */
const PAINT = /^(?:fill|stroke|marker(?:-start|-mid|-end)?|--.*)$/
/** Values that leave a property to its parent. */
const INHERITED = /inherit|unset|revert|var\(|context/i
/** Attributes that are one URL. `to` and `from` are those of animations. */
const LINKS = new Set(['href', 'src', 'to', 'from', 'poster', 'data'])
/** Attributes that hold several, or CSS. All others, such as draw.io's copy of its own file, load nothing. */
const STYLES = new Set(['style', 'values', 'srcset', 'by'])

/** Names of elements by the inherited property that refers to them. */
export type Paints = Map<string, string[]>

const UNITS = [
  'viewBox',
  'patternTransform',
  'patternContentUnits',
  'maskContentUnits',
  'clipPathUnits',
]

/** What an element declares that may cost much. */
export interface Facts {
  /** Of the element alone, without filters, in elements. */
  cost: number
  /** Functions of CSS that filter. */
  filters: number
  /** Names of elements that are drawn with it. */
  references: string[]
  /** What its children inherit, and shapes draw. */
  paints: Paints
  /** data: URLs of drawings; undefined if there is one that cannot be found. */
  nested: string[] | undefined
  /** How much larger its transformation makes an area. */
  scale: number
}

/** @param rules What style sheets declare for the element. */
export function factsOf(element: Element, rules: string): Facts {
  const facts: Facts = {
    cost: element.localName === 'stop' ? STOP_COST : 1,
    filters: 0,
    references: [],
    paints: new Map(),
    nested: [],
    scale: scaleOf(element),
  }
  let length = rules.length
  for (const { localName, value } of element.attributes) {
    if (LINKS.has(localName)) addLink(facts, value)
    else if (localName === 'style') addCss(facts, `${value};${rules}`)
    else addAttribute(facts, localName, value)
    if (!value.startsWith('data:')) length += value.length
  }
  if (!element.hasAttribute('style') && rules) addCss(facts, rules)
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE)
      length += child.nodeValue?.length ?? 0
  }
  facts.cost += Math.floor(length / CHARACTERS)
  return facts
}

function addLink(facts: Facts, value: string) {
  // Pixels are decoded once, whatever their number of characters.
  if (/^\s*data:\s*image\/(?!svg)/i.test(value.slice(0, 40))) return
  const link = value.replace(/[\t\n\r]/g, '').trim()
  if (link.startsWith('#')) facts.references.push(link.slice(1))
  else if (NESTED.test(link.slice(0, 40))) facts.nested?.push(link)
  else addAttribute(facts, 'to', value)
}

function addCss(facts: Facts, text: string) {
  const css = normalizeCss(text)
  addNested(facts, css)
  for (const declaration of css.split(';')) {
    const colon = declaration.indexOf(':')
    addValue(facts, declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1))
  }
}

function addAttribute(facts: Facts, name: string, value: string) {
  if (name === 'd' || name === 'points') return
  const css = normalizeCss(value)
  if (STYLES.has(name)) addNested(facts, css)
  else if (/url\(\s*["']?\s*data:/i.test(css)) addNested(facts, css)
  addValue(facts, name, css)
}

function addNested(facts: Facts, css: string) {
  const urls = nestedUrls(css)
  facts.nested = urls && facts.nested && [...facts.nested, ...urls]
}

function addValue(facts: Facts, name: string, value: string) {
  const references = [...value.matchAll(REFERENCE)].map(([, reference = '']) => reference.trim())
  facts.filters += value.match(FILTER_FUNCTION)?.length ?? 0
  if (!PAINT.test(name)) facts.references.push(...references)
  else if (references.length > 0 || !INHERITED.test(value))
    facts.paints.set(name, [...(facts.paints.get(name) ?? []), ...references])
}

function scaleOf(element: Element): number {
  const style = element.getAttribute('style') ?? ''
  if (isViewport(element) || /transform|scale|zoom|\\/i.test(style)) return Number.POSITIVE_INFINITY
  let scale = 1
  const transform = element.getAttribute('transform') ?? ''
  for (const [, name, list = ''] of transform.matchAll(/(matrix|scale)\s*\(([^()]*)\)/gi)) {
    const [a = Number.NaN, b, c = 0, d = 1] = list
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    scale *= Math.abs(name?.toLowerCase() === 'scale' ? a * (b ?? a) : a * d - (b ?? 0) * c)
  }
  return Number.isNaN(scale) ? Number.POSITIVE_INFINITY : scale
}

/** Whether an element maps its content to a size that only a layout would tell. */
const isViewport = (element: Element) =>
  element.parentElement !== null &&
  (element.localName === 'marker' || UNITS.some((name) => element.hasAttribute(name)))
