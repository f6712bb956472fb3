import type { BackgroundMethod } from '../../../src/contract/request/background.ts'
import { detectFaces, type Face } from '../../faces/detect.ts'
import { moved } from '../../faces/region.ts'
import { cropImage } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Plane } from '../../image/plane.ts'
import type { OperationContext } from '../operation.ts'
import { joined, maskBox, shared } from './masks.ts'
import { closerPeople, people, peopleWith } from './people.ts'
import { predictMask, spread } from './predict-mask.ts'
import { closer, salient } from './salient-object.ts'

/** People of whom what stands out shows less than this share are not what the image is about. */
const ABOUT = 0.2
/** What is around a found part, as a share of its sides, where faces are looked for, and how sure these must be. */
const AROUND = 0.3
const SURE = 0.75

/** What stays when the background goes: 0 to 1 for each pixel, before its border is refined. */
export async function matte(
  image: RasterImage,
  method: BackgroundMethod,
  context: OperationContext,
): Promise<Plane> {
  const own = await context.customModelFor(method === 'human' ? 'human' : 'background')
  if (own && (method === 'v2' || method === 'human')) {
    return spread(await predictMask(image, await context.loadFixedInput(own), 'lanczos3', context))
  }
  return methods[method](image, context)
}

const methods = { auto, v2: auto, human, item }

/** What stands out, and the people that it belongs to, whose limbs the first network misses. */
async function auto(image: RasterImage, context: OperationContext): Promise<Plane> {
  const whole = await salient(image, 'u2netp', context)
  context.progress(0.3)
  const faces = [...(await detectFaces(image, context)), ...(await facesIn(image, whole, context))]
  const seen = await peopleWith(faces, image, context)
  const persons = seen && shared(seen, 0.5, whole, 0.3) > ABOUT ? seen : undefined
  context.progress(0.5)
  const found = persons ? joined(whole, persons) : whole
  const item = await closer(image, found, 'u2netp', context)
  return persons ? joined(item, persons) : item
}

/** Faces in what stands out, which are larger there than in the whole. */
async function facesIn(
  image: RasterImage,
  found: Plane,
  context: OperationContext,
): Promise<Face[]> {
  const part = maskBox(found, 0.5, AROUND)
  if (!part) return []
  const faces = await detectFaces(cropImage(image, part), context)
  return faces.filter(({ score }) => score > SURE).map((face) => moved(face, 1, -part.x, -part.y))
}

/** What stands out, whatever it is. */
async function item(image: RasterImage, context: OperationContext): Promise<Plane> {
  const whole = await salient(image, 'u2netp', context)
  context.progress(0.4)
  return closer(image, whole, 'u2netp', context)
}

/** People, also where no face is seen. */
async function human(image: RasterImage, context: OperationContext): Promise<Plane> {
  const faces = await detectFaces(image, context)
  const seen = await peopleWith(faces, image, context)
  return seen ?? closerPeople(image, await people(image, context), context)
}
