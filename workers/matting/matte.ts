import type { BackgroundMethod } from '../../src/plan/steps.ts'
import { detectFaces, type Face } from '../faces/detect.ts'
import { moved } from '../faces/region.ts'
import type { Context } from '../operations/operation.ts'
import type { Picture } from '../picture.ts'
import type { Plane } from '../tone/plane.ts'
import { closer, salient } from './items.ts'
import { joined, maskBox, partOf, shared } from './masks.ts'
import { closerPeople, people, peopleWith } from './people.ts'
import { mask, spread } from './seen.ts'

/** People of whom what stands out shows less than this share are not what the picture is about. */
const ABOUT = 0.2
/** What is around a found part, as a share of its sides, where faces are looked for, and how sure these must be. */
const AROUND = 0.3
const SURE = 0.75

/** What stays when the background goes: 0 to 1 for each pixel, before its border is refined. */
export async function matte(
  picture: Picture,
  method: BackgroundMethod,
  context: Context,
): Promise<Plane> {
  const own = await context.ownFor(method === 'human' ? 'human' : 'background')
  if (own && (method === 'v2' || method === 'human')) {
    return spread(await mask(picture, await context.viewer(own), 'lanczos3', context))
  }
  return methods[method](picture, context)
}

const methods = { auto, v2: auto, human, item }

/** What stands out, and the people that it belongs to, whose limbs the first network misses. */
async function auto(picture: Picture, context: Context): Promise<Plane> {
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
async function facesIn(picture: Picture, found: Plane, context: Context): Promise<Face[]> {
  const part = maskBox(found, 0.5, AROUND)
  if (!part) return []
  const faces = await detectFaces(partOf(picture, part), context)
  return faces.filter(({ score }) => score > SURE).map((face) => moved(face, 1, -part.x, -part.y))
}

/** What stands out, whatever it is. */
async function item(picture: Picture, context: Context): Promise<Plane> {
  const whole = await salient(picture, 'u2netp', context)
  context.progress(0.4)
  return closer(picture, whole, 'u2netp', context)
}

/** People, also where no face is seen. */
async function human(picture: Picture, context: Context): Promise<Plane> {
  const faces = await detectFaces(picture, context)
  const seen = await peopleWith(faces, picture, context)
  return seen ?? closerPeople(picture, await people(picture, context), context)
}
