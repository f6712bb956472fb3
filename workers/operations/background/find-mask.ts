import type { ModelName } from '../../../models/models.ts'
import type { BackgroundMethod } from '../../../src/request/background.ts'
import type { CustomModelUse } from '../../../src/shared/worker/custom-models.ts'
import { detectFaces, type Face } from '../../faces/detect.ts'
import { transformFace } from '../../faces/region.ts'
import { cropImage } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Plane } from '../../image/plane.ts'
import type { CustomModelNames, OperationContext } from '../operation.ts'
import { maskBox, overlapShare, unionMasks } from './masks.ts'
import { PEOPLE_MODELS, peopleWithFaces, peopleWithoutFaces } from './people.ts'
import { normalizeRange, predictMask } from './predict-mask.ts'
import { predictSalient, refineSalient, SALIENT_MODEL } from './salient-object.ts'

/** People are kept where at least this share of them is part of the salient object. */
const MIN_OVERLAP = 0.2
/** Margin around the salient object, as a share of its sides, in which faces are sought, and the least score of these. */
const FACE_MARGIN = 0.3
const FACE_THRESHOLD = 0.75

/**
 * The mask of what stays when the background is removed, 0 to 1, before its border is refined. Undefined where there is
 * nothing of that kind.
 */
export async function findMask(
  image: RasterImage,
  method: BackgroundMethod,
  context: OperationContext,
): Promise<Plane | undefined> {
  const use = customUses[method]
  const custom = use && (await context.customModelFor(use))
  if (custom) {
    const loaded = await context.loadFixedInput(custom)
    return normalizeRange(await predictMask(image, loaded, 'lanczos3', context))
  }
  return methods[method].find(image, context)
}

/** The models that `findMask` may load. Which of those for people depends on the shape of the image and of the people. */
export function maskModels(method: BackgroundMethod, custom: CustomModelNames): string[] {
  const use = customUses[method]
  const name = use && custom[use]
  return name ? [name] : [...methods[method].models]
}

/** The methods in which a model of the application takes the place of the built-in ones. */
const customUses: Partial<Record<BackgroundMethod, CustomModelUse>> = {
  v2: 'background',
  human: 'human',
}

interface Method {
  find(image: RasterImage, context: OperationContext): Promise<Plane | undefined>
  models: readonly ModelName[]
}

const all: Method = {
  find: auto,
  models: [SALIENT_MODEL, 'blazeface', ...PEOPLE_MODELS],
}
const methods: Record<BackgroundMethod, Method> = {
  auto: all,
  v2: all,
  human: { find: human, models: ['blazeface', ...PEOPLE_MODELS] },
  item: { find: item, models: [SALIENT_MODEL] },
}

/** The salient object, and the people who are part of it: the salient-object model misses limbs. */
async function auto(image: RasterImage, context: OperationContext): Promise<Plane | undefined> {
  const whole = await predictSalient(image, context)
  // The search for people takes a tenth of what either of the two predictions takes.
  context.progress(0.45)
  if (!whole) return peopleWithFaces(await detectFaces(image, context), image, context)
  const faces = [
    ...(await detectFaces(image, context)),
    ...(await facesWithin(image, whole, context)),
  ]
  const seen = await peopleWithFaces(faces, image, context)
  const persons = seen && overlapShare(seen, 0.5, whole, 0.3) > MIN_OVERLAP ? seen : undefined
  context.progress(0.55)
  const found = persons ? unionMasks(whole, persons) : whole
  const item = await refineSalient(image, found, context)
  return persons ? unionMasks(item, persons) : item
}

/** Faces in a crop to the salient object, where they are larger than in the whole image. */
async function facesWithin(
  image: RasterImage,
  found: Plane,
  context: OperationContext,
): Promise<Face[]> {
  const part = maskBox(found, 0.5, FACE_MARGIN)
  if (!part) return []
  const faces = await detectFaces(cropImage(image, part), context)
  return faces
    .filter(({ score }) => score > FACE_THRESHOLD)
    .map((face) => transformFace(face, 1, -part.x, -part.y))
}

/** The salient object, whatever it is. */
async function item(image: RasterImage, context: OperationContext): Promise<Plane | undefined> {
  const whole = await predictSalient(image, context)
  context.progress(0.5)
  return whole && refineSalient(image, whole, context)
}

/** People, also where no face is detected. */
async function human(image: RasterImage, context: OperationContext): Promise<Plane | undefined> {
  const faces = await detectFaces(image, context)
  return (
    (await peopleWithFaces(faces, image, context)) ?? (await peopleWithoutFaces(image, context))
  )
}
