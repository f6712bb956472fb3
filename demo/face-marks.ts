import type { FaceBox } from 'darkroom-web'
import { byId } from './dom.ts'
import { texts } from './language/language.ts'
import type { Viewport } from './viewport.ts'

const SVG = 'http://www.w3.org/2000/svg'

const layer = byId('marks')
const button = byId<HTMLButtonElement>('mark-faces')
const places = document.createElementNS(SVG, 'g')

/** Draws the faces of a result over it while the button is pressed. */
export function setUpFaceMarks(): void {
  const svg = document.createElementNS(SVG, 'svg')
  svg.append(places)
  layer.append(svg)
  button.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(!isPressed()))
    show()
  })
}

/** Sets the faces to mark. Without any the button is hidden. */
export function setFaces(faces: FaceBox[]): void {
  places.replaceChildren(...faces.map(drawn))
  layer.setAttribute('aria-label', texts.viewer.facesMarked(faces.length))
  button.hidden = faces.length === 0
  show()
}

/** Moves the marks with the image. */
export function positionFaceMarks({ scale, x, y }: Viewport): void {
  places.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`)
}

const isPressed = () => button.getAttribute('aria-pressed') === 'true'

function show(): void {
  layer.hidden = button.hidden || !isPressed()
}

function drawn({ x, y, width, height, points }: FaceBox): SVGElement {
  const face = element('g', {})
  const box = element('rect', { x, y, width, height })
  // A line of length 0 with round ends is a dot of the same size at any scale.
  const dots = Object.values(points).map(([x, y]) => element('path', { d: `M${x} ${y}h0` }))
  face.append(box, ...dots)
  return face
}

function element(name: 'g' | 'rect' | 'path', attributes: Record<string, unknown>): SVGElement {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  return made
}
