import { byId } from '../dom.ts'
import type { Point, Size, Viewport } from '../viewport.ts'
import { pathOf, type Stroke, widthOf } from './strokes.ts'

const SVG = 'http://www.w3.org/2000/svg'

const surface = byId('brush-surface')
const drawing = document.createElementNS(SVG, 'g')
const cursor = document.createElementNS(SVG, 'circle')

let view: Viewport = { scale: 1, x: 0, y: 0 }
let picture: Size = { width: 1, height: 1 }
/** Where the brush is, in shares of the picture. */
let at: Point = { x: 0.5, y: 0.5 }
let active: { stroke: Stroke; path: SVGPathElement } | undefined

/** What painting needs of the brush. */
interface Painting {
  /** An empty stroke as the brush is set. */
  begin(): Stroke
  end(stroke: Stroke): void
}

export function setUpSurface(painting: Painting): void {
  const svg = document.createElementNS(SVG, 'svg')
  drawing.append(cursor)
  svg.append(drawing)
  surface.append(svg)
  onPointer(painting)
  onKeys(painting)
}

/** Moves the drawing with the image. */
export function positionSurface(next: Viewport, size: Size): void {
  view = next
  picture = size
  drawing.setAttribute('transform', `translate(${view.x} ${view.y}) scale(${view.scale})`)
}

/** Shows how large the brush is, and takes away what was painted. */
export function resetSurface(stroke: Stroke): void {
  drawing.replaceChildren(cursor)
  showCursor(stroke)
}

export function showCursor(stroke: Stroke): void {
  cursor.setAttribute('class', stroke.keeps ? 'keeps' : 'erases')
  cursor.setAttribute('r', String(widthOf(stroke, picture) / 2))
  cursor.setAttribute('cx', String(at.x * picture.width))
  cursor.setAttribute('cy', String(at.y * picture.height))
}

function begin({ begin }: Painting): void {
  const path = document.createElementNS(SVG, 'path')
  active = { stroke: begin(), path }
  path.setAttribute('class', active.stroke.keeps ? 'keeps' : 'erases')
  path.setAttribute('stroke-width', String(widthOf(active.stroke, picture)))
  drawing.insertBefore(path, cursor)
  extend()
}

function extend(): void {
  if (!active) return
  active.stroke.points.push(at)
  active.path.setAttribute('d', pathOf(active.stroke, picture))
}

function end(painting: Painting): void {
  if (active) painting.end(active.stroke)
  active = undefined
}

function moveTo(point: Point, painting: Painting): void {
  at = point
  extend()
  showCursor(active?.stroke ?? painting.begin())
}

/** The image's own gestures do not see what happens here. */
function onPointer(painting: Painting): void {
  const place = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top } = surface.getBoundingClientRect()
    return {
      x: (clientX - left - view.x) / view.scale / picture.width,
      y: (clientY - top - view.y) / view.scale / picture.height,
    }
  }
  surface.addEventListener('pointerdown', (event) => {
    event.stopPropagation()
    if (event.button !== 0 || active) return
    surface.setPointerCapture(event.pointerId)
    at = place(event)
    begin(painting)
    showCursor(painting.begin())
  })
  surface.addEventListener('pointermove', (event) => {
    event.stopPropagation()
    moveTo(place(event), painting)
  })
  for (const type of ['pointerup', 'pointercancel'] as const) {
    surface.addEventListener(type, (event) => {
      event.stopPropagation()
      end(painting)
    })
  }
  surface.addEventListener('dblclick', (event) => event.stopPropagation())
}

const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Arrow keys move the brush, which paints as long as the space bar is held. */
function onKeys(painting: Painting): void {
  surface.addEventListener('keydown', (event) => {
    const { key, shiftKey, repeat } = event
    const direction = directions[key]
    if (direction) {
      const step = (Math.max(picture.width, picture.height) * (shiftKey ? 8 : 2)) / 100
      const inside = (share: number) => Math.min(1, Math.max(0, share))
      const x = inside(at.x + (direction.x * step) / picture.width)
      const y = inside(at.y + (direction.y * step) / picture.height)
      moveTo({ x, y }, painting)
    } else if (key === ' ' && !repeat && !active) begin(painting)
    if (direction || key === ' ') event.preventDefault()
  })
  surface.addEventListener('keyup', ({ key }) => key === ' ' && end(painting))
  surface.addEventListener('blur', () => end(painting))
}
