import type { FaceBox } from '../src/index.ts'
import { byId } from './dom.ts'
import type { View } from './view.ts'
import { counted } from './words.ts'

const SVG = 'http://www.w3.org/2000/svg'

const layer = byId('marks')
const button = byId<HTMLButtonElement>('mark-faces')
const places = document.createElementNS(SVG, 'g')

/** Where the faces of a result are, drawn over it while the button is pressed. */
export function setUpMarks(): void {
  const svg = document.createElementNS(SVG, 'svg')
  svg.append(places)
  layer.append(svg)
  button.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(!isPressed()))
    show()
  })
}

/** Takes the faces that can be marked from now on; without any there is no button. */
export function offerMarks(faces: FaceBox[]): void {
  places.replaceChildren(...faces.map(drawn))
  layer.setAttribute('aria-label', `${counted(faces.length, 'face')} marked`)
  button.hidden = faces.length === 0
  show()
}

/** Keeps the marks where the picture is. */
export function placeMarks({ scale, x, y }: View): void {
  places.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`)
}

const isPressed = () => button.getAttribute('aria-pressed') === 'true'

function show(): void {
  layer.hidden = button.hidden || !isPressed()
}

function drawn({ x, y, width, height, points }: FaceBox): SVGElement {
  const face = element('g', {})
  const box = element('rect', { x, y, width, height })
  // A line of no length with round ends is a dot, as large on any scale.
  const dots = Object.values(points).map(([x, y]) => element('path', { d: `M${x} ${y}h0` }))
  face.append(box, ...dots)
  return face
}

function element(name: 'g' | 'rect' | 'path', attributes: Record<string, unknown>): SVGElement {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  return made
}
