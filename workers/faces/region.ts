import type { Box, Size } from '../../src/plan/size.ts'
import type { RasterImage } from '../image/image.ts'
import { mixColor } from '../image/mix-color.ts'
import { smoothstep } from '../image/plane.ts'
import type { Face, Point } from './detect.ts'

/** Radius of the region that is processed, in sides of the face's box: it includes hair, ears and neck. */
const RADIUS = 1.3
/** Where it fades out, as shares of that. */
const FADE = [0.8, 1] as const

const centerOf = ({ box }: Face) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
const regionRadius = ({ box }: Face) => RADIUS * Math.max(box.width, box.height)

/** The part of an image that holds a face and what is around it, in whole pixels. */
export function faceRegion(face: Face, { width, height }: Size): Box {
  const { x, y } = centerOf(face)
  const radius = regionRadius(face)
  const left = Math.max(0, Math.floor(x - radius))
  const top = Math.max(0, Math.floor(y - radius))
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(width, Math.ceil(x + radius)) - left),
    height: Math.max(1, Math.min(height, Math.ceil(y + radius)) - top),
  }
}

/** The weight of a face at a pixel: 1 in its middle, falling smoothly to 0 at the border of its region. */
function faceWeight(face: Face): (x: number, y: number) => number {
  const center = centerOf(face)
  const radius = regionRadius(face)
  return (x, y) => {
    const distance = Math.hypot(x + 0.5 - center.x, y + 0.5 - center.y) / radius
    return distance >= 1 ? 0 : 1 - smoothstep(...FADE, distance)
  }
}

/** Blends a part of an image into it at (x, y), in place, fading out towards the border of the face. Alpha stays. */
export function blendFace(
  part: RasterImage,
  into: RasterImage,
  { x: left, y: top }: Point,
  face: Face,
  level = 1,
): void {
  const weightAt = faceWeight(face)
  for (let y = 0, from = 0; y < part.height; y++) {
    let to = ((top + y) * into.width + left) * 4
    for (let x = 0; x < part.width; x++, from += 4, to += 4) {
      const weight = weightAt(left + x, top + y) * level
      if (weight > 0) mixColor(into.pixels, to, part.pixels, from, weight)
    }
  }
}

/** A face in a part of its image, or in the image at another scale. */
export function transformFace(face: Face, scale: number, dx = 0, dy = 0): Face {
  const point = ({ x, y }: Point) => ({ x: x * scale - dx, y: y * scale - dy })
  const { score, box, ...points } = face
  return {
    score,
    box: { ...point(box), width: box.width * scale, height: box.height * scale },
    rightEye: point(points.rightEye),
    leftEye: point(points.leftEye),
    nose: point(points.nose),
    mouth: point(points.mouth),
    rightEar: point(points.rightEar),
    leftEar: point(points.leftEar),
  }
}
