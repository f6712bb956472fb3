import type { Box, Size } from '../../../src/plan/size.ts'
import { boundingBox } from '../../image/bounding-box.ts'
import type { Plane } from '../../image/plane.ts'

/** Windows that show this share of what the best one shows are as good: their middle is taken. */
const ENOUGH = 0.995
/** What a face's box is enlarged by, as shares of its sides, so that it does not end at the edge; */
const MARGIN = 0.1
/** and to hold hair and hats. */
const ABOVE = 0.7
const BESIDE = 0.3
/** Pixels by which a window may cut what it holds: its places are whole pixels. */
const SLACK = 0.5

/**
 * The window of an aspect ratio, as large as the image allows, that shows most: whole faces, then whole heads, then the
 * whole subject, then as much of it as possible. Its sides may be fractions of pixels.
 */
export function matteWindow(alpha: Plane, faces: Box[], ratio: Size): Box {
  const { width, height, values } = alpha
  const scale = Math.min(width / ratio.width, height / ratio.height)
  const window = { width: ratio.width * scale, height: ratio.height * scale }
  const [columns, rows] = [new Float64Array(width), new Float64Array(height)]
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    columns[i % width] = (columns[i % width] as number) + value
    const y = Math.floor(i / width)
    rows[y] = (rows[y] as number) + value
  }
  // Heads count as much as the whole subject: a window too small for a person shows the face.
  const weight = values.reduce((sum, value) => sum + value, 0) / faces.length
  for (const face of faces) {
    const head = headOf(face)
    const { x, width } = head.width <= window.width ? head : face
    const { y, height } = head.height <= window.height ? head : face
    addSpan(columns, x, width, weight)
    addSpan(rows, y, height, weight)
  }
  const subject = boundingBox(alpha, (i) => (values[i] as number) > 0.5)
  const places = (side: 'width' | 'height') =>
    holding(placesWithFaces(alpha, faces, window, side), window, side, subject ? [subject] : [])
  return {
    x: bestPlace(places('width'), columns, window.width),
    y: bestPlace(places('height'), rows, window.height),
    ...window,
  }
}

/** The window moved as little as possible so that it holds as many faces as it can. */
export function movedToFaces(window: Box, faces: Box[], image: Size): Box {
  if (faces.length === 0) return window
  const moved = (side: 'width' | 'height', from: number) =>
    placesWithFaces(image, faces, window, side).reduce((a, b) =>
      Math.abs(b - from) < Math.abs(a - from) ? b : a,
    )
  return { ...window, x: moved('width', window.x), y: moved('height', window.y) }
}

/** Where a window along one side of an image holds faces, and then what is around them. */
function placesWithFaces(image: Size, faces: Box[], window: Size, side: 'width' | 'height') {
  const last = Math.max(0, image[side] - window[side])
  const all = Array.from({ length: Math.ceil(last) + 1 }, (_, i) => Math.min(last, i))
  const margins = faces.map((face) => enlarged(face, MARGIN, MARGIN, MARGIN))
  return [faces, margins, faces.map(headOf)]
    .map((boxes) => boxes.map((box) => within(box, image)))
    .reduce((places, boxes) => holding(places, window, side, boxes), all)
}

/** The places at which a window holds most of some boxes whole, by their area. */
function holding(places: number[], window: Size, side: 'width' | 'height', boxes: Box[]) {
  const from = ({ x, y }: Box) => (side === 'width' ? x : y)
  const areas = places.map((place) =>
    boxes
      .filter((box) => from(box) >= place - SLACK)
      .filter((box) => from(box) + box[side] <= place + window[side] + SLACK)
      .reduce((sum, { width, height }) => sum + width * height, 0),
  )
  const most = areas.reduce((a, b) => Math.max(a, b))
  return places.filter((_, i) => areas[i] === most)
}

const enlarged = ({ x, y, width, height }: Box, above: number, beside: number, below: number) => ({
  x: x - width * beside,
  y: y - height * above,
  width: width * (1 + 2 * beside),
  height: height * (1 + above + below),
})

const headOf = (face: Box): Box => enlarged(face, ABOVE, BESIDE, 0)

/** The part of a box that is in the image. */
function within(box: Box, image: Size): Box {
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)]
  return {
    x,
    y,
    width: Math.min(image.width, box.x + box.width) - x,
    height: Math.min(image.height, box.y + box.height) - y,
  }
}

/** Spreads a weight over the columns or rows that a head or a face covers. */
function addSpan(profile: Float64Array, from: number, length: number, weight: number): void {
  const start = Math.max(0, Math.floor(from))
  const end = Math.min(profile.length, Math.ceil(from + length))
  for (let i = start; i < end; i++) profile[i] = (profile[i] as number) + weight / (end - start)
}

/** Of some places, where a window of some length covers most of a profile. */
function bestPlace(places: number[], profile: Float64Array, length: number): number {
  const before = [0]
  for (const value of profile) before.push((before.at(-1) as number) + value)
  const upTo = (at: number) => before[Math.min(profile.length, Math.round(at))] as number
  const covered = places.map((place) => upTo(place + length) - upTo(place))
  const most = covered.reduce((a, b) => Math.max(a, b))
  const good = places.filter((_, i) => (covered[i] as number) >= most * ENOUGH)
  return ((good.at(0) as number) + (good.at(-1) as number)) / 2
}
