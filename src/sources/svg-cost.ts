/** What may be drawn: some seconds on a slow machine, in which the page stands still. In elements. */
export const MAX_COST = 200_000
/** Elements inside elements, those that they refer to included. */
const MAX_DEPTH = 1_000
/** Style sheets may name as many elements by as many rules. */
const MAX_RULES = 1_000
/** A filter looks at each pixel once a primitive; most other elements are drawn in some 50 microseconds. */
const FILTER_COST = 300
/** Characters of a path or a text that take as long as an element. */
const CHARACTERS = 500

const REFERENCE = /url\(\s*["']?#([^"')]+)/g
const FILTER_FUNCTION = /\b(?:blur|drop-shadow)\(/g
const COSTLY = /url\(|blur\(|drop-shadow\(/
/** A drawing in an image of the drawing: what it costs is not known. */
const NESTED = /data:image\/svg/i

/**
 * How much an engine draws for an SVG, in elements. Those of `use`, patterns, masks, markers and filters count each time that
 * they are referred to: a few hundred bytes may come to billions. Infinity beyond `MAX_COST`.
 */
export function svgCost(root: Element): number {
  if (root.getElementsByTagName('*').length > MAX_COST) return Number.POSITIVE_INFINITY
  const ruled = declarationsOf(root)
  if (!ruled) return Number.POSITIVE_INFINITY
  const targets = new Map<string, Element>()
  for (const element of root.querySelectorAll('[id]')) {
    if (!targets.has(element.id)) targets.set(element.id, element)
  }
  const costs = new Map<Element, number>()

  function costOf(element: Element, depth: number): number {
    const known = costs.get(element)
    if (known !== undefined) return known
    // Engines do not draw what refers to itself.
    costs.set(element, 0)
    const declarations = unescaped(`${attributesOf(element)};${ruled?.get(element) ?? ''}`)
    const isBounded = depth < MAX_DEPTH && !NESTED.test(declarations)
    let cost = isBounded ? ownCost(element, declarations) : Number.POSITIVE_INFINITY
    for (const next of [...referredTo(element, declarations, targets), ...element.children]) {
      if (cost > MAX_COST) break
      cost += costOf(next, depth + 1)
    }
    const total = cost > MAX_COST ? Number.POSITIVE_INFINITY : cost
    costs.set(element, total)
    return total
  }

  return costOf(root, 0)
}

/** All values but pixels, which are decoded once. */
const attributesOf = ({ attributes }: Element) =>
  [...attributes]
    .filter(({ value }) => !value.startsWith('data:') || NESTED.test(value.slice(0, 20)))
    .map(({ value }) => value)
    .join(';')

function ownCost(element: Element, declarations: string): number {
  const isPrimitive = element.localName.startsWith('fe')
  const filters = (isPrimitive ? 1 : 0) + (declarations.match(FILTER_FUNCTION)?.length ?? 0)
  const text = element.localName === 'style' ? 0 : (element.firstChild?.nodeValue?.length ?? 0)
  return 1 + FILTER_COST * filters + Math.floor((declarations.length + text) / CHARACTERS)
}

function referredTo(element: Element, declarations: string, targets: Map<string, Element>) {
  const names = [...declarations.matchAll(REFERENCE)].map(([, name = '']) => name)
  const links = [...element.attributes].filter(({ localName }) => localName === 'href')
  for (const { value } of links) if (value.startsWith('#')) names.push(value.slice(1))
  return names.flatMap((name) => targets.get(name) ?? [])
}

/** What style sheets declare that may cost much, by element. Undefined for too many rules. */
function declarationsOf(root: Element): Map<Element, string> | undefined {
  const found = new Map<Element, string>()
  let rules = 0
  for (const { textContent } of root.querySelectorAll('style')) {
    for (const [, selector = '', body = ''] of (textContent ?? '').matchAll(
      /([^{}]*)\{([^{}]*)\}/g,
    )) {
      if (!COSTLY.test(unescaped(body))) continue
      if (++rules > MAX_RULES) return undefined
      for (const element of selected(root, selector)) {
        found.set(element, `${found.get(element) ?? ''};${body}`)
      }
    }
  }
  return found
}

/** The elements that a selector names: all, if it cannot be read. */
function selected(root: Element, selector: string): Iterable<Element> {
  try {
    return root.querySelectorAll(selector.replace(/\/\*[^*]*\*\//g, ''))
  } catch {
    return root.querySelectorAll('*')
  }
}

/** CSS with its escapes read. */
const unescaped = (css: string) =>
  css.includes('\\')
    ? css.replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : css
