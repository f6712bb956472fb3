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

/** People of whom what stands out shows less than this share are not what the picture is about. */
const ABOUT = 0.2
/** What is around a found part, as a share of its sides, where faces are looked for, and how sure these must be. */
const AROUND = 0.3
const SURE = 0.75

/** What stays when the background goes: 0 to 1 for each pixel, before its border is refined. */
export async function matte(
  picture: RasterImage,
  method: BackgroundMethod,
  context: OperationContext,
): Promise<Plane> {
  const own = await context.customModelFor(method === 'human' ? 'human' : 'background')
  if (own && (method === 'v2' || method === 'human')) {
    return spread(
      await predictMask(picture, await context.loadFixedInput(own), 'lanczos3', context),
    )
  }
  return methods[method](picture, context)
}

const methods = { auto, v2: auto, human, item }

/** What stands out, and the people that it belongs to, whose limbs the first network misses. */
async function auto(picture: RasterImage, context: OperationContext): Promise<Plane> {
  const whole = await salient(picture, 'u2netp', context)
  context.progress(0.3)
  const faces = [
    ...(await detectFaces(picture, context)),
    ...(await facesIn(picture, whole, context)),
  ]
  const seen = await peopleWith(faces, picture, context)
  const persons = seen && shared(seen, 0.5, whole, 0.3) > ABOUT ? seen : undefined
  context.progress(0.5)
  const found = persons ? joined(whole, persons) : whole
  const item = await closer(picture, found, 'u2netp', context)
  return persons ? joined(item, persons) : item
}

/** Faces in what stands out, which are larger there than in the whole. */
async function facesIn(
  picture: RasterImage,
  found: Plane,
  context: OperationContext,
): Promise<Face[]> {
  const part = maskBox(found, 0.5, AROUND)
  if (!part) return []
  const faces = await detectFaces(cropImage(picture, part), context)
  return faces.filter(({ score }) => score > SURE).map((face) => moved(face, 1, -part.x, -part.y))
}

/** What stands out, whatever it is. */
async function item(picture: RasterImage, context: OperationContext): Promise<Plane> {
  const whole = await salient(picture, 'u2netp', context)
  context.progress(0.4)
  return closer(picture, whole, 'u2netp', context)
}

/** People, also where no face is seen. */
async function human(picture: RasterImage, context: OperationContext): Promise<Plane> {
  const faces = await detectFaces(picture, context)
  const seen = await peopleWith(faces, picture, context)
  return seen ?? closerPeople(picture, await people(picture, context), context)
}
