import { parseNestedSvg } from './svg-data-url.ts'
import { BOX_SHARE, SvgDrawing } from './svg-drawing.ts'
import type { Facts, Paints } from './svg-element.ts'

/** What may be drawn: some seconds on a slow machine, in which the page stands still. In elements. */
const MAX_COST = 200_000
/** Elements inside elements, those that they refer to included. */
const MAX_DEPTH = 1_000
/** Drawings inside drawings. */
const MAX_LEVEL = 3
/** Filtering all pixels of an image takes as long as some 300 other elements, of some 50 microseconds each. */
const FILTER_COST = 300
/** To look for an element by its name, which may be none. */
const LOOK_UP_COST = 0.01

const SVG = 'http://www.w3.org/2000/svg'
const PRIMITIVE = /^fe(?!MergeNode$|Func[RGBA]$|.*Light$)/
/** Markers that are drawn at each point of a shape. */
const PER_POINT = new Set(['marker', 'marker-mid'])
const words = (list: string) => new Set(list.split(' '))
const SHAPES = words('path rect circle ellipse line polyline polygon text tspan textPath')
/** Elements that cost only where others refer to them, or never. Those of `use` in `defs` are copied even if nothing draws them. */
const UNDRAWN = words('filter linearGradient radialGradient metadata title desc style script')

/** What an element takes from those around it, or from the one that refers to it. */
interface Context {
  paints: Paints
  /** How much larger the transformations so far make an area. */
  scale: number
  /** How much of the image the filter around covers. */
  share: number
  depth: number
  /** Drawings that it is inside of. */
  level: number
}

/**
 * Adds up how much an engine draws for an SVG, and stops at what a page would draw for long. What an element refers to counts
 * each time: a few hundred bytes may come to billions of elements.
 * @param refuse Throws; gets what was received.
 */
export function checkSvgCost(root: Element, refuse: (received: string) => never): void {
  const spend = counter(() => refuse(`one that takes as long as ${MAX_COST} elements`))
  const compare = counter(() => refuse('one whose style sheets match too many elements'))
  const nested = new Map<string, { drawing: SvgDrawing; fragment: string | undefined }>()
  /** Engines do not draw what refers to itself. */
  const open = new Set<Element>()

  function load(element: Element): SvgDrawing {
    if (element.getElementsByTagName('*').length > MAX_COST)
      refuse(`one of more than ${MAX_COST} elements`)
    return new SvgDrawing(element, compare)
  }

  function visit(drawing: SvgDrawing, element: Element, around: Context): void {
    const facts = drawing.factsOf(element)
    spend(facts.cost)
    if (around.depth > MAX_DEPTH) refuse(`one whose elements refer to others ${MAX_DEPTH} deep`)
    if (open.has(element)) return
    open.add(element)
    const context = contextOf(drawing, element, facts, around)
    const filters = PRIMITIVE.test(element.localName) ? context.share : 0
    spend(FILTER_COST * (filters + BOX_SHARE * facts.filters) + LOOK_UP_COST * context.paints.size)
    for (const name of facts.references) follow(drawing, name, context, 1)
    for (const [property, names] of context.paints) {
      if (!SHAPES.has(element.localName) && !property.startsWith('--')) continue
      const times = PER_POINT.has(property) ? pointsOf(element) : 1
      for (const name of names) follow(drawing, name, context, times)
    }
    visitNested(facts, context.level + 1)
    for (const child of element.children) {
      if (child.namespaceURI !== SVG || !UNDRAWN.has(child.localName))
        visit(drawing, child, context)
    }
    open.delete(element)
  }

  function follow(drawing: SvgDrawing, name: string, context: Context, times: number): void {
    spend(LOOK_UP_COST)
    const target = drawing.target(name)
    if (!target) return
    const paints = new Map([...drawing.paintsAround(target), ...context.paints])
    for (let time = 0; time < times; time++) visit(drawing, target, { ...context, paints })
  }

  function visitNested({ nested: urls }: Facts, level: number): void {
    if (!urls) refuse('one with a style sheet or a drawing inside that Darkroom cannot read')
    for (const url of urls) {
      if (level > MAX_LEVEL) refuse(`one with drawings inside drawings, ${level} deep`)
      const { drawing, fragment } = loadNested(url)
      visit(drawing, drawing.root, startAt(level))
      if (fragment) follow(drawing, fragment, startAt(level), 1)
    }
  }

  function loadNested(url: string) {
    const known = nested.get(url)
    if (known) return known
    const parsed = parseNestedSvg(url)
    if (!parsed) refuse('one with a drawing inside that is not well-formed')
    const loaded = { drawing: load(parsed.root), fragment: parsed.fragment }
    nested.set(url, loaded)
    return loaded
  }

  const drawing = load(root)
  visit(drawing, root, startAt(0))
}

const startAt = (level: number): Context => ({
  paints: new Map(),
  scale: 1,
  share: 1,
  depth: 0,
  level,
})

function contextOf(
  drawing: SvgDrawing,
  element: Element,
  { paints, scale: own }: Facts,
  around: Context,
): Context {
  const scale = around.scale * own
  return {
    paints: paints.size > 0 ? new Map([...around.paints, ...paints]) : around.paints,
    scale,
    share: element.localName === 'filter' ? drawing.shareOf(element, scale) : around.share,
    depth: around.depth + 1,
    level: around.level,
  }
}

/** At most so many points a shape has. */
function pointsOf(element: Element): number {
  const path = element.getAttribute('d') ?? element.getAttribute('points')
  return Math.max(2, path?.match(/\d*\.?\d+(?:e[-+]?\d+)?|z/gi)?.length ?? 0)
}

/** Adds up costs, and calls `stop` when they are too high. */
function counter(stop: () => never): (cost: number) => void {
  let total = 0
  return (cost) => {
    total += cost
    if (!(total <= MAX_COST)) stop()
  }
}
