import { filtered, guidedFilter } from '../../image/guided-filter.ts'
import { mapPlane, type Plane, smoothstep } from '../../image/plane.ts'
import { MOST, neededGain } from './needed-gain.ts'
import { collapsed, gaussian, laplacian } from './pyramid.ts'

/** How much brighter than the image each exposure is. */
const EXPOSURES = [1, Math.sqrt(MOST), MOST]
/** Deviation of the weight around the needed gain, in stops. */
const NEAR = 0.25
/** Luma above which an exposure counts as overexposed, and the deviation of its weight there. */
const OVER = 0.75
const OVER_FALL = 0.2
/** Luma below which things stay black. */
const BLACK = 0.1
/** Of the pyramid at most: how far an exposure is blended into the next. */
const LEVELS = 5
/** How much local contrast gains, the window that is local as a share of the longer side, and what varies as an edge does. */
const CLARITY = 0.2
const LOCAL = 1 / 50
const EDGE = 0.06 ** 2

/**
 * Blends brighter exposures of one image into it, by Laplacian pyramids.
 * @param luma - 0 to 1; so is what comes back.
 */
export function fused(luma: Plane): Plane {
  const levels = Math.max(
    1,
    Math.min(LEVELS, Math.floor(Math.log2(Math.min(luma.width, luma.height)))),
  )
  const needed = neededGain(luma)
  const weights = shares(luma, needed)
  // One exposure after the other: their pyramids need not be held together.
  const sums = EXPOSURES.reduce<Plane[] | undefined>((others, gain, k) => {
    const brighter = mapPlane((i) => exposed(value(luma, i), gain), luma)
    const masks = gaussian(weights[k] as Plane, levels)
    const part = laplacian(brighter, levels).map((level, n) => times(level, masks[n] as Plane))
    return others ? sum(others, part) : part
  }, undefined)
  const blended = collapsed(sums as Plane[])
  const held = mapPlane((i) => Math.min(value(blended, i), value(luma, i) * value(needed, i)), luma)
  return clarified(held, luma)
}

/** The share of each exposure at each pixel; they add up to 1. */
function shares(luma: Plane, needed: Plane): Plane[] {
  const weights = EXPOSURES.map((gain) =>
    mapPlane((i) => weight(luma.values[i] as number, gain, value(needed, i)), luma),
  )
  const total = weights.reduce((a, b) => mapPlane((i) => value(a, i) + value(b, i), luma))
  return weights.map((one) => mapPlane((i) => value(one, i) / value(total, i), luma))
}

/** High where an exposure brings what is needed and does not overexpose. Never 0. */
function weight(luma: number, gain: number, needed: number): number {
  const wanted = 1 + (needed - 1) * smoothstep(-BLACK / 5, BLACK, luma)
  const away = Math.log2(gain / wanted) / NEAR
  const over = gain === 1 ? 0 : Math.max(0, luma * gain - OVER) / OVER_FALL
  return Math.exp(-(away * away + over * over) / 2) + 1e-9
}

/** A brighter exposure; lights are compressed, not cut off. */
function exposed(luma: number, gain: number): number {
  const rise = luma * (gain - 1)
  const room = 1 - luma
  return rise === 0 ? luma : luma + (rise * room) / Math.sqrt(rise * rise + room * room)
}

/** Raises what differs from its surroundings, but for edges: around those nothing changes. */
function clarified(fused: Plane, luma: Plane): Plane {
  const radius = Math.max(1, Math.round(Math.max(luma.width, luma.height) * LOCAL))
  const base = filtered(guidedFilter(luma, luma, radius, EDGE), luma)
  return mapPlane((i) => value(fused, i) + CLARITY * (value(luma, i) - value(base, i)), luma)
}

const value = ({ values }: Plane, i: number) => values[i] as number

const times = (a: Plane, b: Plane): Plane => mapPlane((i) => value(a, i) * value(b, i), a)

const sum = (a: Plane[], b: Plane[]): Plane[] =>
  a.map((plane, n) => mapPlane((i) => value(plane, i) + value(b[n] as Plane, i), plane))
