import type { Canonical, OutputFormat } from '../request/canonical.ts'
import { type Placement, place, type Size } from './geometry.ts'
import { checkDecoded, checkOutput, type Limits } from './limits.ts'

/** What a look at a source's header tells, before anything is decoded. */
export interface SourceFacts extends Size {
  /** The format of the file; `pixels` for an ImageBitmap or ImageData. */
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'bmp' | 'avif' | 'pixels'
}

export type UpscaleModel = 'span-x2' | 'span-x4'

/** One step of the work on a picture. An operation of the same name carries it out. */
export type Step =
  | { op: 'upscale'; model: UpscaleModel; scale: 2 | 4 }
  | { op: 'resize'; width: number; height: number; filter: 'catrom' | 'lanczos3' }
  | ({ op: 'canvas' } & Size & { x: number; y: number })

/** What will be done with one source, as plain data. */
export interface Plan {
  source: SourceFacts
  steps: Step[]
  /** `auto`: the input's own format where it is jpeg, png or webp and can hold the result, else png. */
  output: { format: OutputFormat | 'auto'; quality: number }
}

/**
 * From this factor on the network is worth its time. Measured at 1.1 on six Kodak photographs, by
 * models/build/check_span.py: 41.8 dB by x2 and Lanczos down, 36.5 by bicubic alone.
 */
const NETWORK_FROM = 1.1

/**
 * Turns a canonical request and the facts of its source into steps.
 * @throws DarkroomError TOO_LARGE where the source or the result passes the limits.
 */
export function plan(request: Canonical, source: SourceFacts, limits: Limits): Plan {
  checkDecoded(source, limits)
  const placement = place(source, request.width, request.height)
  checkOutput(placement.canvas, limits, request.width ? 'width' : request.height ? 'height' : 'url')
  return {
    source,
    steps: [...scaling(source, placement.content, limits), ...canvas(placement)],
    output: { format: request.format ?? 'auto', quality: request.quality },
  }
}

/** Up to 4 times by the network, what it cannot hit exactly by bicubic; down by Lanczos. */
function scaling(from: Size, to: Size, limits: Limits): Step[] {
  if (same(from, to)) return []
  const factor = Math.max(to.width / from.width, to.height / from.height)
  if (factor < 1) return [{ op: 'resize', ...to, filter: 'lanczos3' }]
  if (factor < NETWORK_FROM) return [{ op: 'resize', ...to, filter: 'catrom' }]
  const scale = factor > 2 && from.width * from.height * 16 <= limits.outputPixels ? 4 : 2
  const upscaled = { width: from.width * scale, height: from.height * scale }
  const upscale: Step = { op: 'upscale', model: `span-x${scale}`, scale }
  if (same(upscaled, to)) return [upscale]
  const filter = upscaled.width > to.width ? 'lanczos3' : 'catrom'
  return [upscale, { op: 'resize', ...to, filter }]
}

function canvas({ canvas, content, x, y }: Placement): Step[] {
  return same(canvas, content) ? [] : [{ op: 'canvas', ...canvas, x, y }]
}

const same = (a: Size, b: Size) => a.width === b.width && a.height === b.height

/** The models that a plan needs, each once. */
export const modelsOf = ({ steps }: Plan): UpscaleModel[] => [
  ...new Set(steps.flatMap((step) => (step.op === 'upscale' ? [step.model] : []))),
]
