import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { SvgFacts } from '../../src/shared/worker/svg.ts'
import { attributes, elements, properties, shapes, undrawn } from './allowed.ts'
import {
  checkDeclaration,
  type Declaration,
  declarationsOf,
  Refused,
  type Rule,
  refuse,
  rulesOf,
} from './css.ts'
import { imagePixels } from './image-pixels.ts'

const MAX_BYTES = 2e6
const MAX_DEPTH = 32
/** What is drawn at most, each time that it is referred to. */
const MOST = {
  elements: [5_000, 'elements, each counted as often as it is drawn'],
  numbers: [200_000, 'numbers in outlines'],
  imagePixels: [4e6, 'pixels in images inside'],
} as const
const MAX_BLUR = 100
const MAX_ENTITIES = 50
const ENTITY_LENGTH = 200
/** Declarations of style sheets, each counted as often as its rule holds. */
const MAX_SELECTORS = 2_000
const MAX_STYLES = 100_000
const SVG = 'http://www.w3.org/2000/svg'
/** Of the whole image, as opacity of a group needs one; a blur takes as long as several. */
const LAYERS: Record<string, number> = { feGaussianBlur: 8, feDropShadow: 10 }
const LAYERS_OF_REFERENCES: Record<string, number> = { mask: 3, 'clip-path': 1, filter: 2 }
/** A character is an outline of some points. */
const NUMBERS_OF_CHARACTER = 20
const SIDES = new Set(['x1', 'x2', 'y1', 'y2', 'width', 'height', 'r', 'rx', 'ry'])

interface Node {
  name: string
  names: Set<string>
  values: Map<string, string>
  declarations: Declaration[]
  children: Node[]
  characters: number
}

interface Cost {
  elements: number
  shapes: number
  numbers: number
  /** Of all outlines in user units, at most. */
  length: number
  layers: number
  imagePixels: number
  depth: number
}

/** What drawing an SVG takes, by counts: each element as often as others refer to it. What is not known is refused. */
export function factsOf(text: string): SvgFacts {
  const facts: SvgFacts = { root: undefined, start: 0, layers: 0 }
  try {
    if (text.length > MAX_BYTES) facts.refused = `one of more than ${MAX_BYTES / 1e6} MB`
    const root = parse(text.slice(0, MAX_BYTES), facts)
    const cost = new Costs(root).of(root)
    if (cost.depth > MAX_DEPTH) refuse(`one whose elements are ${cost.depth} deep`)
    for (const [name, [most, what]] of Object.entries(MOST)) {
      if (!(cost[name as keyof typeof MOST] <= most)) refuse(`one of more than ${most} ${what}`)
    }
    facts.layers = cost.layers
  } catch (error) {
    if (error instanceof Refused) facts.refused ??= error.message
    else throw error
  }
  return facts
}

/** @throws Refused */
function parse(text: string, facts: SvgFacts): Node {
  const parser = new SaxesParser({ xmlns: true })
  const open: Node[] = []
  const nodes: Node[] = []
  let rules: Rule[] = []
  let sheet = ''
  const onText = (content: string) => {
    const node = open.at(-1)
    if (node?.name === 'style') sheet += content
    else if (node) node.characters += content.trim().length
  }
  parser.on('error', () => refuse('one that is not well-formed'))
  parser.on('doctype', (doctype) => {
    Object.assign(parser.ENTITIES, entitiesOf(doctype))
    if (text.split('&').length * ENTITY_LENGTH > MAX_BYTES) refuse('one of many entities')
  })
  parser.on('processinginstruction', () => refuse('one with a processing instruction'))
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('opentagstart', () => {
    if (!facts.root) facts.start = text.lastIndexOf('<', parser.position - 1)
  })
  parser.on('opentag', (tag) => {
    const { width, height, viewBox } = tag.attributes
    facts.root ??= { width: width?.value, height: height?.value, viewBox: viewBox?.value }
    if (facts.refused) refuse(facts.refused)
    const node = nodeOf(tag)
    nodes.push(node)
    open.at(-1)?.children.push(node)
    open.push(node)
    if (nodes.length > MOST.elements[0]) refuse(`one of more than ${MOST.elements[0]} elements`)
    if (open.length > MAX_DEPTH) refuse(`one whose elements are more than ${MAX_DEPTH} deep`)
  })
  parser.on('closetag', () => {
    if (open.pop()?.name !== 'style') return
    rules = rules.concat(rulesOf(sheet))
    if (rules.length > MAX_SELECTORS) refuse(`one of more than ${MAX_SELECTORS} selectors`)
    sheet = ''
  })
  parser.write(text).close()
  addStyles(nodes, rules)
  return nodes[0] as Node
}

function addStyles(nodes: Node[], rules: Rule[]) {
  let count = 0
  for (const node of nodes) {
    for (const { tag, names, declarations } of rules) {
      if ((tag && tag !== node.name) || !names.every((name) => node.names.has(name))) continue
      count += declarations.length
      if (count > MAX_STYLES) refuse('one whose style sheet has many declarations')
      for (const declaration of declarations) node.declarations.push(declaration)
    }
  }
}

/** Entities of plain text, as Illustrator declares them for namespaces. */
function entitiesOf(doctype: string): Record<string, string> {
  const [, subset = ''] = /\[([\s\S]*)\]/.exec(doctype) ?? []
  const entities: Record<string, string> = {}
  const rest = subset.replace(
    /<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%<]{0,200})"|'([^'&%<]{0,200})')\s*>/g,
    (_, name: string, double?: string, single?: string) => {
      entities[name] = double ?? single ?? ''
      return ''
    },
  )
  if (rest.trim() || Object.keys(entities).length > MAX_ENTITIES)
    refuse('one with a document type of its own')
  return entities
}

function nodeOf({ local, uri, attributes: given }: SaxesTagNS): Node {
  const isSvg = uri === SVG
  if (isSvg ? !elements.has(local) : /xhtml|MathML/i.test(uri))
    refuse(`one with the element ${local}`)
  const node: Node = {
    name: isSvg ? local : '',
    names: new Set(),
    values: new Map(),
    declarations: [],
    children: [],
    characters: 0,
  }
  for (const { local: name, prefix, uri: space, value } of Object.values(given)) {
    if (space === 'http://www.w3.org/1999/xlink' && name === 'href') node.values.set('href', value)
    else if (prefix || space || /_|^(?:data|aria|sketch)-/.test(name)) continue
    else if (name === 'style') node.declarations = node.declarations.concat(declarationsOf(value))
    else if (attributes.has(name)) node.values.set(name, value)
    else if (properties.has(name)) node.declarations.push([name, value.trim()])
    else if (isSvg) refuse(`one with the attribute ${name}`)
  }
  // What only Illustrator reads, engines do not draw.
  if (node.name === 'foreignObject' && !/adobe/.test(node.values.get('requiredExtensions') ?? ''))
    refuse('one with HTML inside')
  node.names = new Set([
    `#${node.values.get('id')}`,
    ...(node.values.get('class') ?? '').split(/\s+/).map((name) => `.${name}`),
  ])
  return node
}

const NOTHING: Cost = {
  elements: 0,
  shapes: 0,
  numbers: 0,
  length: 0,
  layers: 0,
  imagePixels: 0,
  depth: 0,
}

function add(cost: Cost, other: Cost, times = 1): void {
  for (const name of Object.keys(cost) as (keyof Cost)[]) {
    if (name === 'depth') cost.depth = Math.max(cost.depth, other.depth + 1)
    else if (times > 0) cost[name] += other[name] * times
  }
}

class Costs {
  #depth = 0
  readonly #targets = new Map<string, Node>()
  /** What is undefined is being counted: engines do not draw what refers to itself. */
  readonly #costs = new Map<Node, Cost | undefined>()

  constructor(root: Node) {
    const visit = (node: Node) => {
      const id = node.values.get('id')
      if (id !== undefined && !this.#targets.has(id)) this.#targets.set(id, node)
      node.children.forEach(visit)
    }
    visit(root)
  }

  of(node: Node): Cost {
    if (this.#costs.has(node)) return this.#costs.get(node) ?? NOTHING
    this.#costs.set(node, undefined)
    if (++this.#depth > MAX_DEPTH) refuse(`one whose elements are more than ${MAX_DEPTH} deep`)
    const cost = ownCost(node)
    for (const child of node.children) {
      const { elements: count, depth } = this.of(child)
      add(cost, undrawn.has(child.name) ? { ...NOTHING, elements: count, depth } : this.of(child))
    }
    this.#addLink(node, cost)
    for (const declaration of node.declarations) this.#addDeclaration(node, cost, declaration)
    this.#depth--
    this.#costs.set(node, cost)
    return cost
  }

  /** What is in other files is not loaded. */
  #addLink({ name, values }: Node, cost: Cost) {
    const link = values.get('href')?.trim() ?? ''
    if (name === 'a' || /^(?:(?:https?|file|[a-z]):|[^#:][^:]*$|$)/i.test(link)) return
    if (name === 'image')
      cost.imagePixels +=
        imagePixels(link) ?? refuse('one with an image inside that Darkroom cannot read')
    else if (link.startsWith('#')) add(cost, this.#target(link.slice(1)))
    else refuse('one that refers to another file')
  }

  #addDeclaration(node: Node, cost: Cost, declaration: Declaration) {
    const [property, value] = declaration
    const name = checkDeclaration(declaration)
    if (name !== undefined) this.#addReference(property, name, cost)
    else if (property in LAYERS_OF_REFERENCES && !/^(none|initial)?$/.test(value))
      refuse(`one with the ${property} ${value.slice(0, 60)}`)
    if (property === 'opacity' && !/^(1(\.0*)?|100%)$/.test(value))
      cost.layers += node.children.length > 0 ? 1 : 0.1
    if (property === 'mix-blend-mode' && value !== 'normal') cost.layers += 2
    if (property === 'isolation' && value !== 'auto') cost.layers++
    if (property === 'stroke-dasharray') cost.numbers += (4 * cost.length) / periodOf(value)
    if (property === 'vector-effect' && value !== 'none') cost.length = Number.POSITIVE_INFINITY
  }

  /** Shapes inherit their paint, and markers stand at each of their points. */
  #addReference(property: string, name: string, cost: Cost) {
    const target = this.#target(name)
    cost.layers += LAYERS_OF_REFERENCES[property] ?? 0
    if (property in LAYERS_OF_REFERENCES) add(cost, target)
    else if (property.startsWith('marker')) add(cost, target, Math.max(cost.shapes, cost.numbers))
    else if (property !== 'fill' && property !== 'stroke') refuse(`one with ${property}: url()`)
    else if (this.#targets.get(name)?.name === 'pattern') add(cost, target, cost.shapes)
  }

  #target(name: string): Cost {
    const target = this.#targets.get(name) ?? this.#targets.get(decoded(name))
    return target ? this.of(target) : NOTHING
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function ownCost({ name, values, declarations, characters }: Node): Cost {
  const cost = { ...NOTHING, elements: 1 }
  const outline = values.get('d') ?? values.get('points')
  const numbers = outline?.match(/\d*\.?\d+(?:e[-+]?\d+)?|z/gi) ?? []
  cost.numbers = numbers.length + NUMBERS_OF_CHARACTER * characters * Number(shapes.has(name))
  cost.shapes = Number(shapes.has(name))
  for (const number of numbers) cost.length += 2 * (Number.parseFloat(number) || 0)
  for (const [side, length] of [...values, ...declarations])
    if (SIDES.has(side)) cost.length += sideOf(length)
  if (name.startsWith('fe')) cost.layers = LAYERS[name] ?? 2
  const blurs = (values.get('stdDeviation') ?? '0').split(/[\s,]+/).map(Number)
  if (!blurs.every((blur) => blur <= MAX_BLUR)) refuse(`one with a blur of more than ${MAX_BLUR}`)
  return cost
}

/** Of the outline. A percentage, or a length of another unit, is taken for a long one. */
const sideOf = (length: string) =>
  8 * Math.abs(Number.parseFloat(length) || 0) * (/^[-+.\d]+(px)?$/.test(length.trim()) ? 1 : 100)

function periodOf(dashes: string): number {
  if (dashes === 'none') return Number.POSITIVE_INFINITY
  if (!/^[\d.]+(px)?([\s,]+[\d.]+(px)?)*$/.test(dashes))
    refuse(`one with dashes of ${dashes.slice(0, 60)}`)
  return dashes.split(/[\s,]+/).reduce((sum, dash) => sum + Number.parseFloat(dash), 0)
}
