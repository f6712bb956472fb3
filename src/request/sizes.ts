import { fillsCanvas } from './generative.ts'
import type { NormalizedRequest } from './normalize.ts'
import { flattensLighting, isAutoEnhance, presetContents } from './presets.ts'

/** Whether a request asks for more pixels than its source has, whatever its size. */
export function enlarges(request: NormalizedRequest): boolean {
  const { url, generative_upscale, upscale_parameters, preset = '' } = request
  const { type, mode } = upscale_parameters
  // A preset of scanned pages only says how.
  const asksForNetwork = mode !== undefined || (type !== 'v1' && !flattensLighting(preset))
  const presetEnlarges = isAutoEnhance(preset) || presetContents.get(preset)?.width !== undefined
  const makesImage = url === undefined && fillsCanvas(request)
  return generative_upscale === true || asksForNetwork || presetEnlarges || makesImage
}

/** The widths of `sizes` that are made of a picture, the largest first; where all are left out, its own. */
export function widthsOf(request: NormalizedRequest, picture: { width: number }): number[] {
  const widths = [...(request.sizes ?? [])].sort((a, b) => b - a)
  const kept = enlarges(request) ? widths : widths.filter((width) => width <= picture.width)
  return kept.length > 0 ? kept : [picture.width]
}

/** The request for one of its widths. */
export function ofWidth({ sizes, ...rest }: NormalizedRequest, width: number): NormalizedRequest {
  return { ...rest, width }
}
