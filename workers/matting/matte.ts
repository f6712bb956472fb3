import type { BackgroundMethod } from '../../src/plan/steps.ts'
import { detectFaces } from '../faces/detect.ts'
import type { Context } from '../operations/operation.ts'
import type { Picture } from '../picture.ts'
import type { Plane } from '../tone/plane.ts'
import { closer, salient } from './items.ts'
import { joined, shared } from './masks.ts'
import { closerPeople, people, peopleWith } from './people.ts'
import { mask, spread } from './seen.ts'

/** People of whom what stands out shows less than this share are not what the picture is about. */
const ABOUT = 0.2

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
  const found = await salient(picture, 'u2netp', context)
  context.progress(0.3)
  const faces = await detectFaces(picture, context)
  const seen = await peopleWith(faces, picture, context)
  const persons = seen && shared(seen, 0.5, found, 0.3) > ABOUT ? seen : undefined
  context.progress(0.5)
  const all = persons ? joined(found, persons) : found
  const near = await closer(picture, all, 'u2netp', context)
  return persons ? joined(near, persons) : near
}

/** What stands out, whatever it is. */
async function item(picture: Picture, context: Context): Promise<Plane> {
  const found = await salient(picture, 'u2netp', context)
  context.progress(0.4)
  return closer(picture, found, 'u2netp', context)
}

/** People, also where no face is seen. */
async function human(picture: Picture, context: Context): Promise<Plane> {
  const faces = await detectFaces(picture, context)
  const seen = await peopleWith(faces, picture, context)
  return seen ?? closerPeople(picture, await people(picture, context), context)
}
