import type { Face, Point } from '../../faces/detect.ts'
import type { RasterImage } from '../../image/image.ts'
import { mapPlane, type Plane, smoothstep } from '../../image/plane.ts'

/** Variation of skin color in one face: of the color differences (BT.601), and of luma. */
const CHROMA = 9
const LUMA = 75

type Color = [luma: number, blue: number, red: number]

/**
 * The mask of a face's skin, 0 to 1: pixels with the color of its cheeks and nose, except eyes, brows and lips.
 * @param face - in pixels of the image.
 */
export function skinMask(image: RasterImage, face: Face): Plane {
  const axes = axesOf(face)
  const skin = meanColor(image, [face.nose, ...cheeks(face, axes)], axes.unit * 0.15)
  return mapPlane((i) => {
    const [x, y] = [i % image.width, Math.floor(i / image.width)]
    const shape = faceShape(face, axes, x, y)
    return shape === 0 ? 0 : shape * colorLikeness(colorAt(image, i * 4), skin)
  }, image)
}

/** The distance of the eyes as the unit of length, and the unit vector from the eye on the left to the one on the right. */
function axesOf({ rightEye, leftEye }: Face) {
  const [dx, dy] = [leftEye.x - rightEye.x, leftEye.y - rightEye.y]
  const unit = Math.max(1, Math.hypot(dx, dy))
  return { unit, right: { x: dx / unit, y: dy / unit } }
}

type Axes = ReturnType<typeof axesOf>

/** Points on the cheeks, below the outer half of each eye. */
const cheeks = ({ rightEye, leftEye }: Face, { unit, right }: Axes): Point[] =>
  [[rightEye, -0.1] as const, [leftEye, 0.1] as const].map(([eye, out]) => ({
    x: eye.x + unit * (right.x * out - right.y * 0.6),
    y: eye.y + unit * (right.y * out + right.x * 0.6),
  }))

/** 1 on the face, 0 on its eyes, brows and mouth, and outside of it. */
function faceShape(
  { rightEye, leftEye, mouth, nose }: Face,
  axes: Axes,
  x: number,
  y: number,
): number {
  const distance = (from: Point, across: number, down: number, shift = 0) => {
    const [dx, dy] = [x - from.x, y - from.y]
    const u = dx * axes.right.x + dy * axes.right.y
    const v = -dx * axes.right.y + dy * axes.right.x - shift * axes.unit
    return Math.hypot(u / (across * axes.unit), v / (down * axes.unit))
  }
  const face = 1 - smoothstep(0.85, 1, distance(nose, 1.3, 1.7, -0.25))
  const distanceToFeatures = Math.min(
    distance(rightEye, 0.42, 0.38, -0.12),
    distance(leftEye, 0.42, 0.38, -0.12),
    distance(mouth, 0.55, 0.3),
  )
  return face * smoothstep(1, 1.25, distanceToFeatures)
}

/** How similar a color is to that of the skin, 0 to 1. */
function colorLikeness([luma, blue, red]: Color, [y, b, r]: Color): number {
  const distance = Math.hypot((luma - y) / LUMA, (blue - b) / CHROMA, (red - r) / CHROMA)
  return 1 - smoothstep(0.8, 1.6, distance)
}

/** Luma and color differences (BT.601) of the pixel at `at`. */
function colorAt({ pixels }: RasterImage, at: number): Color {
  const [r, g, b] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number]
  const luma = 0.299 * r + 0.587 * g + 0.114 * b
  return [luma, 0.564 * (b - luma), 0.713 * (r - luma)]
}

/** The mean color over squares of `radius` around points, as far as they lie in the image. */
function meanColor(image: RasterImage, points: Point[], radius: number): Color {
  const sum: Color = [0, 0, 0]
  let count = 0
  for (const point of points) {
    for (let y = Math.ceil(point.y - radius); y <= point.y + radius; y++) {
      for (let x = Math.ceil(point.x - radius); x <= point.x + radius; x++) {
        if (x < 0 || y < 0 || x >= image.width || y >= image.height) continue
        colorAt(image, (y * image.width + x) * 4).forEach((value, c) => {
          sum[c] = (sum[c] as number) + value
        })
        count++
      }
    }
  }
  return sum.map((value) => value / Math.max(1, count)) as Color
}
