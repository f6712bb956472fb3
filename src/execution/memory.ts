import { framedSize } from '../plan/framing.ts'
import { layout } from '../plan/geometry.ts'
import { fieldOfSize, type ImageInfo, type LocalPlan, plan } from '../plan/plan.ts'
import type { Size } from '../plan/size.ts'
import { dpiOf, targetSize } from '../plan/target-size.ts'
import { isGenerative } from '../request/generative.ts'
import { type Length, percentOf } from '../request/lengths.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { DarkroomError, isDarkroomError } from '../shared/errors.ts'
import type { PlanDemand, RunSettings } from '../shared/worker/api.ts'
import type { ExecutionContext } from './context.ts'

/** From the fastest on. */
const TILES = ['large', 'usual', 'small'] as const

/**
 * How a plan is carried out within the memory of a job: with the largest tiles that it holds.
 * @throws DarkroomError TOO_LARGE, with what would fit, where the small ones need too much as well.
 */
export async function admit(
  request: NormalizedRequest,
  { source }: LocalPlan,
  { bytes }: PlanDemand,
  context: ExecutionContext,
  signal: AbortSignal,
): Promise<RunSettings> {
  const tiles = TILES.find((size) => bytes[size] <= context.memoryBytes)
  if (tiles) return { tiles }
  const { path, hint } = await whatFits(request, source, context, signal)
  const [limit, needed] = [gigabytes(context.memoryBytes), gigabytes(bytes.small)]
  throw new DarkroomError(
    'TOO_LARGE',
    `Expected a job that needs at most ${limit} of memory but ${path} makes it need ${needed}${hint}`,
    { path },
  )
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toPrecision(2)} GB`

/** A smaller request: what is smaller of it, as people write it, by a share of the size that was asked for. */
type Smaller = (share: number) => { words: string; request: NormalizedRequest; source: ImageInfo }

/** The largest size that the job's memory holds, by the field that made it too large. */
async function whatFits(
  request: NormalizedRequest,
  source: ImageInfo,
  context: ExecutionContext,
  signal: AbortSignal,
): Promise<{ path: string; hint: string }> {
  const path = fieldOfSize(request, framedSize(request, source))
  if (isGenerative(request)) return { path, hint: '' }
  for (const [field, smaller] of [
    [path, smallerResult(request, source, path)],
    ['url', smallerSource(request, source)],
  ] as const) {
    const words = smaller && (await largestThatFits(smaller, context, signal))
    if (words) return { path: field, hint: `: ${words} would fit` }
  }
  return { path, hint: '' }
}

/** Bisections: the largest share is found within 0.1 %. */
const BISECTIONS = 10

async function largestThatFits(
  smaller: Smaller,
  { engine, limits, memoryBytes }: ExecutionContext,
  signal: AbortSignal,
): Promise<string | undefined> {
  let [fitting, excessive] = [0, 1]
  for (let i = 0; i < BISECTIONS; i++) {
    const share = (fitting + excessive) / 2
    const { request, source } = smaller(share)
    if (await fits(request, source)) fitting = share
    else excessive = share
  }
  return fitting > 0 ? smaller(fitting).words : undefined

  async function fits(request: NormalizedRequest, source: ImageInfo): Promise<boolean> {
    try {
      const planned = { ...plan(request, source, limits), source }
      const opened = { image: new Blob() }
      const { bytes } = await engine.demand(opened, planned, signal, { onRetry: () => {} })
      return bytes.small <= memoryBytes
    } catch (error) {
      if (isDarkroomError(error) && error.code === 'TOO_LARGE') return false
      throw error
    }
  }
}

/** Undefined where no field of the request says how large the result becomes. `path`: the one that does. */
function smallerResult(
  request: NormalizedRequest,
  source: ImageInfo,
  path: string,
): Smaller | undefined {
  if (path === 'min_length' || path === 'padding') return smallerLength(request, source, path)
  const dpi = dpiOf(request)
  if (request.print_size !== undefined && dpi !== undefined) {
    return (share) => {
      const fewer = Math.max(1, Math.floor(dpi * share))
      return { words: `dpi: ${fewer}`, request: { ...request, dpi: fewer }, source }
    }
  }
  const { sizes } = request
  if (sizes) {
    return (share) => {
      const fewer = [Math.max(1, Math.floor(Math.max(...sizes) * share))]
      return { words: `sizes: [${fewer}]`, request: { ...request, sizes: fewer }, source }
    }
  }
  const asked = (['width', 'height'] as const).filter((side) => request[side] !== undefined)
  // A width of the request's own takes the place of the preset's.
  const sides = asked.length === 0 && request.preset ? (['width'] as const) : asked
  if (sides.length === 0) return undefined
  const picture = framedSize(request, source)
  const { canvas } = layout(picture, targetSize(request, picture))
  return (share) => {
    const size = reduced(canvas, share)
    const lengths = Object.fromEntries(sides.map((side) => [side, size[side]]))
    const words = sides.map((side) => `${side}: ${size[side]}`).join(', ')
    return { words, request: { ...request, ...lengths }, source }
  }
}

/** What enlarges the result without being its size. */
function smallerLength(
  request: NormalizedRequest,
  source: ImageInfo,
  field: 'min_length' | 'padding',
): Smaller {
  const length = request[field] ?? 0
  return (share) => {
    const fewer = shortened(length, share)
    const words = `${field}: ${JSON.stringify(fewer)}`
    return { words, request: { ...request, [field]: fewer }, source }
  }
}

/** Never 0. */
function shortened(length: Length, share: number): Length {
  const percent = percentOf(length)
  if (percent !== undefined) return `${Math.ceil(percent * share)}%`
  return Math.ceil(Number(length) * share)
}

/** Undefined where the request uses a part of it only: it is not the whole that is too large. */
function smallerSource(request: NormalizedRequest, source: ImageInfo): Smaller | undefined {
  if (request.crop) return undefined
  return (share) => {
    const { width, height } = reduced(source, share)
    return {
      words: `an image of ${width} x ${height}`,
      request,
      source: { ...source, width, height },
    }
  }
}

const reduced = ({ width, height }: Size, share: number): Size => ({
  width: Math.max(1, Math.floor(width * share)),
  height: Math.max(1, Math.floor(height * share)),
})
