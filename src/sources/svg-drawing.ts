import { costlyRules, styleSheets } from './svg-css.ts'
import { type Facts, factsOf, type Paints } from './svg-element.ts'

const ANIMATIONS = 'animate, animateTransform, animateMotion, set'
/** Of the image, for a filter of an element's box, whose size only a layout would tell. */
export const BOX_SHARE = 0.5

/** A drawing, or one inside it, with what its elements declare. */
export class SvgDrawing {
  private readonly targets = new Map<string, Element>()
  private readonly rules: Map<Element, string>
  private readonly facts = new Map<Element, Facts>()
  private readonly inherited = new Map<Element, Paints>()
  /** In user units; not a number if not known, or not the same for all that is drawn. */
  private readonly area: number

  /** @param compare Called for elements that style sheets are compared with; throws to stop. */
  constructor(
    readonly root: Element,
    compare: (cost: number) => void,
  ) {
    const sheets = styleSheets(root)
    this.rules = costlyRules(root, sheets, compare)
    for (const element of root.ownerDocument.querySelectorAll('[id]')) {
      if (!this.targets.has(element.id)) this.targets.set(element.id, element)
    }
    const isMoving =
      root.querySelector(ANIMATIONS) || sheets.some((css) => /transform|scale|zoom|\\/i.test(css))
    this.area = isMoving ? Number.NaN : areaOf(root)
  }

  factsOf(element: Element): Facts {
    return remember(this.facts, element, () => factsOf(element, this.rules.get(element) ?? ''))
  }

  target(name: string): Element | undefined {
    return this.targets.get(name) ?? this.targets.get(decoded(name))
  }

  /** The paints of the elements that an element is inside of. */
  paintsAround({ parentElement }: Element): Paints {
    if (!parentElement) return new Map()
    return remember(this.inherited, parentElement, () => {
      const own = this.factsOf(parentElement).paints
      const around = this.paintsAround(parentElement)
      return own.size > 0 ? new Map([...around, ...own]) : around
    })
  }

  /**
   * How much of the image a filter covers.
   * @param scale How much larger the transformations around it make an area.
   */
  shareOf(filter: Element, scale: number): number {
    if (filter.getAttribute('filterUnits') !== 'userSpaceOnUse') return BOX_SHARE
    const region = userUnits(filter, 'width') * userUnits(filter, 'height')
    const share = (region * scale) / this.area
    return share < 1 ? share : 1
  }
}

function remember<Value>(map: Map<Element, Value>, element: Element, make: () => Value): Value {
  const known = map.get(element)
  if (known !== undefined) return known
  const value = make()
  map.set(element, value)
  return value
}

function areaOf(root: Element): number {
  // Then a part of the viewBox fills the image.
  if (root.getAttribute('preserveAspectRatio')?.includes('slice')) return Number.NaN
  const box = root.getAttribute('viewBox')
  if (box === null) return userUnits(root, 'width') * userUnits(root, 'height')
  const [, , width = Number.NaN, height = Number.NaN] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width * height
}

function userUnits(element: Element, name: string): number {
  const value = element.getAttribute(name)?.trim() ?? ''
  return /^[\d.]+(?:px)?$/.test(value) ? Number.parseFloat(value) : Number.NaN
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
