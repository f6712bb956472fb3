import { isNetworkError } from '../../../src/shared/errors.ts'
import { cellMeans } from '../../image/cell-means.ts'
import type { RasterImage } from '../../image/image.ts'
import { ramp } from '../../image/plane.ts'
import { linear } from '../../image/srgb.ts'
import { inferFirst } from '../../inference/infer.ts'
import type { OperationContext } from '../operation.ts'
import { cells } from './cells.ts'
import { type Illuminant, isGray, voteForIlluminant } from './illuminant.ts'

export const MODEL = 'white-balance'

/**
 * Spread of the votes up to which they decide alone, and from which the network does. Pages, packshots and walls with a
 * neutral surface leave at most 0.036; of 744 photographs with and without casts, one left less than 0.04.
 */
const SHARP = 0.04
const BLURRED = 0.05
/**
 * Spread up to which the network is trusted, and from which nothing is changed: a red wall, a sky or a sunset alone has
 * no color that could be neutral, and leaves 0.45 or more. Of the 744, 95 % left less than 0.36.
 */
const VAGUE = 0.36
const MUTE = 0.42
/** Casts that the votes find below this, in log chroma, are ignored. About one degree. */
const DEAD_BAND = 0.03
/** What the network finds is ignored up to NO_CAST, and taken from CAST on: its error on photographs without a cast. */
const NO_CAST = 0.1
const CAST = 0.18

/**
 * Estimates the illuminant of an image: by its neutral surfaces where they dominate, else by a network that was trained
 * on casts put on photographs. Undefined if there is no cast, or nothing that tells it.
 */
export async function estimateIlluminant(
  image: RasterImage,
  context: OperationContext,
): Promise<Illuminant | undefined> {
  const means = cellMeans(image, linear)
  if (isGray(means)) return undefined
  const vote = voteForIlluminant(means)
  const voted = sizeOf(vote.light) < DEAD_BAND ? NONE : vote.light
  const weight = ramp(SHARP, BLURRED, vote.spread)
  const trust = ramp(MUTE, VAGUE, vote.spread)
  const learned = weight === 0 || trust === 0 ? NONE : await ask(image, context)
  const light = learned ? mix(voted, mix(NONE, learned, trust), weight) : voted
  return sizeOf(light) > 0 ? light : undefined
}

const NONE: Illuminant = { u: 0, v: 0 }

const sizeOf = ({ u, v }: Illuminant) => Math.hypot(u, v)

/** The network's estimate; undefined, with a warning, where its weights could not be fetched. */
async function ask(image: RasterImage, context: OperationContext): Promise<Illuminant | undefined> {
  const loaded = await context.loadFixedInput(MODEL).catch((error) => {
    if (!isNetworkError(error)) throw error
    context.observe({ castGuessed: true })
  })
  if (!loaded) return undefined
  const [u = 0, v = 0] = await inferFirst(cells(image, loaded.model.width), loaded, context)
  return mix(NONE, { u, v }, ramp(NO_CAST, CAST, sizeOf({ u, v })))
}

const mix = (a: Illuminant, b: Illuminant, weight: number): Illuminant => ({
  u: a.u + (b.u - a.u) * weight,
  v: a.v + (b.v - a.v) * weight,
})
