import type { Box } from '../../../src/plan/size.ts'
import type { Face } from '../../faces/detect.ts'
import { connectedComponents } from '../../image/components.ts'
import { cropImage } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Plane } from '../../image/plane.ts'
import type { OperationContext } from '../operation.ts'
import { maskBox, placeMask } from './masks.ts'
import { predictMask } from './predict-mask.ts'

const PORTRAIT = 'selfie'
const LANDSCAPE = 'selfie-landscape'
export const PEOPLE_MODELS = [PORTRAIT, LANDSCAPE] as const

/** From this ratio of width to height on, the landscape model is used. */
const WIDE = 1.25
const LEVEL = 0.3
const MARGIN = 0.15
/** A crop that is larger than this share of the image gains nothing. */
const MAX_PART = 0.8

/** The mask of people, 0 to 1, by the model for the image's shape. */
async function predictPeople(image: RasterImage, context: OperationContext): Promise<Plane> {
  const wide = image.width / image.height > WIDE
  const loaded = await context.loadFixedInput(wide ? LANDSCAPE : PORTRAIT)
  return predictMask(image, loaded, 'triangle', context)
}

/**
 * The mask of the people whose faces were detected: the model also marks animals, statues and their surroundings.
 * Undefined where there are none.
 */
export async function peopleWithFaces(
  faces: Face[],
  image: RasterImage,
  context: OperationContext,
): Promise<Plane | undefined> {
  if (faces.length === 0) return undefined
  const found = componentsWithFaces(faces, await predictPeople(image, context))
  const box = found && maskBox(found, LEVEL, MARGIN)
  if (!found || !box) return undefined
  return componentsWithFaces(faces, await predictPeopleIn(image, box, context)) ?? found
}

/**
 * People whose faces are not seen, predicted again on a crop to them. Undefined where there are none: the model then marks
 * parts of cars or houses, but is not certain of most of what it marks.
 */
export async function peopleWithoutFaces(
  image: RasterImage,
  context: OperationContext,
): Promise<Plane | undefined> {
  const found = await predictPeople(image, context)
  const box = isCertain(found) ? maskBox(found, LEVEL, MARGIN) : undefined
  return box && predictPeopleIn(image, box, context)
}

/**
 * Whether at least half of what a mask marks by more than 0.5 is marked by more than 0.9. Measured: 0.83 to 0.92 of people
 * and animals, 0 to 0.06 of a car, walls, waves and windows.
 */
function isCertain({ values }: Plane): boolean {
  let [marked, certain] = [0, 0]
  for (const value of values) {
    if (value > 0.5) marked++
    if (value > 0.9) certain++
  }
  return certain > 0 && certain >= marked / 2
}

async function predictPeopleIn(
  image: RasterImage,
  box: Box,
  context: OperationContext,
): Promise<Plane> {
  const whole = image.width * image.height
  const part =
    box.width * box.height > MAX_PART * whole ? { ...box, x: 0, y: 0, ...sizeOf(image) } : box
  return placeMask(await predictPeople(cropImage(image, part), context), part, image)
}

const sizeOf = ({ width, height }: RasterImage) => ({ width, height })

/** The connected parts of a mask that contain faces; undefined where none does. */
function componentsWithFaces(faces: Face[], mask: Plane): Plane | undefined {
  const labels = connectedComponents(mask, LEVEL)
  const labelsOfFaces = new Set(faces.flatMap(({ box }) => dominantLabel(box, labels, mask) ?? []))
  if (labelsOfFaces.size === 0) return undefined
  const values = mask.values.map((value, i) => (labelsOfFaces.has(labels[i] as number) ? value : 0))
  return { ...mask, values }
}

/** The component that fills more than half of a box. */
function dominantLabel(
  box: Box,
  labels: Uint32Array,
  { width, height }: Plane,
): number | undefined {
  const counts = new Map<number, number>()
  let total = 0
  const bottom = Math.min(height, Math.ceil(box.y + box.height))
  const right = Math.min(width, Math.ceil(box.x + box.width))
  for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(box.x)); x < right; x++, total++) {
      const label = labels[y * width + x] as number
      if (label > 0) counts.set(label, (counts.get(label) ?? 0) + 1)
    }
  }
  const [label, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0, 0]
  return count > total / 2 ? label : undefined
}
