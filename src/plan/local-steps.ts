import {
  corrections,
  cutsOut,
  hasCorrections,
  removalMethod,
  showsMask,
} from '../request/background.ts'
import { fillsCanvas } from '../request/generative.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { flattensLighting } from '../request/presets.ts'
import { boxesWithin } from './boxes.ts'
import { enhancementStep, together } from './enhancement-steps.ts'
import { boxesInPicture, type Framing, isWhole } from './framing.ts'
import type { Limits } from './limits.ts'
import { isSameSize } from './size.ts'
import type { CaptionPosition, Color, Corrections, Fill, Step } from './steps.ts'

export const framingSteps = ({ source, box, orientation, size }: Framing): Step[] => [
  ...(isSameSize(box, source) ? [] : [{ op: 'crop' as const, ...box }]),
  ...(orientation === 1 ? [] : [{ op: 'orient' as const, orientation, ...size }]),
]

export function enhancementSteps(request: NormalizedRequest): Step[] {
  const { preset, enhancements } = request
  const requested = together(
    enhancements.flatMap((name) =>
      name === 'face_enhance' ? [] : (enhancementStep[name](request) ?? []),
    ),
  )
  if (!flattensLighting(preset) || enhancements.includes('light')) return requested
  const colorSteps = requested.filter(({ op }) => op === 'color')
  const others = requested.filter(({ op }) => op !== 'color')
  return [...others, { op: 'document' }, ...colorSteps]
}

export function faceSteps({ enhancements, face_enhance_parameters: p }: NormalizedRequest): Step[] {
  if (!p || !enhancements.includes('face_enhance')) return []
  const { type, level, smoothing_level: smoothing } = p
  return [{ op: 'face_enhance', type, level, smoothing, enlarged: 1 }]
}

/** `color` alone removes no background: it fills what is transparent. */
export const backgroundSteps = (request: NormalizedRequest, framing: Framing): Step[] => [
  ...removalSteps(request, framing),
  ...(cutsOut(request) ? [] : flattenSteps(request)),
]

/** A mask of the caller's takes the place of what would be found. Corrections alone edit the transparency of the source. */
function removalSteps(request: NormalizedRequest, framing: Framing | null): Step[] {
  const { mask, refine } = request.background ?? {}
  const { hints } = corrections(request)
  const remove = mask === undefined ? removalMethod(request) : undefined
  if (!cutsOut(request) && !hasCorrections(request)) return []
  const hasPicture = mask !== undefined || hints !== undefined
  const by = refine === false ? ('exact' as const) : ('refined' as const)
  return [
    ...(remove ? [{ op: 'background' as const, remove }] : []),
    {
      op: 'cut_out',
      ...(remove && { found: true as const }),
      ...(mask !== undefined && { mask: by }),
      ...correctionsWithin(request, framing),
      ...(hasPicture && framing && !isWhole(framing) && { framing }),
    },
  ]
}

/** Without a size they are not needed yet. */
function correctionsWithin(request: NormalizedRequest, framing: Framing | null): Corrections {
  const { keep = [], erase = [], hints } = corrections(request)
  const seen = (boxes: typeof keep) =>
    framing ? boxesInPicture(boxesWithin(boxes, framing.source), framing) : []
  const boxes = { keep: seen(keep), erase: seen(erase) }
  return {
    ...(boxes.keep.length > 0 && { keep: boxes.keep }),
    ...(boxes.erase.length > 0 && { erase: boxes.erase }),
    ...(hints !== undefined && { hints: true }),
  }
}

/** Cuts out the subject before the image is sent to a generative model, which makes the new background. */
export function cutOutSteps(request: NormalizedRequest, framing: Framing | null): Step[] {
  const replaces = cutsOut(request) && request.background?.replace !== undefined
  return [
    ...removalSteps(request, framing),
    ...(replaces ? [{ op: 'backdrop' as const, behind: 'replace' as const }] : []),
  ]
}

/** A cut-out that is only upscaled comes back as one; a service may put something behind it all the same. */
export function restoreAlphaSteps(request: NormalizedRequest): Step[] {
  const sendsCutOut = cutsOut(request) && request.background?.replace === undefined
  return sendsCutOut && !fillsCanvas(request) ? [{ op: 'matte' }] : []
}

export function flattenSteps(request: NormalizedRequest): Step[] {
  const fill = fillColor(request)
  return typeof fill === 'string' ? [] : [{ op: 'flatten', color: fill }]
}

export const maskSteps = (request: NormalizedRequest): Step[] =>
  showsMask(request) ? [{ op: 'mask' }] : []

/** Puts the background behind a cut-out that was placed on its canvas. */
export function backdropSteps(request: NormalizedRequest): Step[] {
  if (showsMask(request)) return maskSteps(request)
  if (!cutsOut(request)) return []
  if (request.background?.replace !== undefined) return [{ op: 'backdrop', behind: 'replace' }]
  const fill = fillColor(request)
  if (fill === 'transparent') return []
  return [fill === 'auto' ? { op: 'backdrop', behind: 'auto' } : { op: 'flatten', color: fill }]
}

export function fillColor({ background }: NormalizedRequest): Fill {
  const color = background?.color ?? 'auto'
  return color === 'auto' || color === 'transparent' ? color : bytesOf(color)
}

/** The schema has seen to it that there are three or four. */
const bytesOf = (hex: `#${string}`) =>
  hex.match(/\w\w/g)?.map((byte) => Number.parseInt(byte, 16)) as unknown as Color

export function captionSteps({ caption }: NormalizedRequest, limits: Limits): Step[] {
  if (!caption) return []
  const { position, target_width_percentage, padding, opacity } = caption
  return [
    {
      op: 'caption',
      at: captionPosition(position),
      widthPercent: target_width_percentage,
      ...(padding !== undefined && { padding }),
      opacity: opacity / 100,
      maxPixels: limits.outputPixels,
    },
  ]
}

/** Either order of the letters is valid: L and R are always horizontal, T and B vertical. */
function captionPosition(position: string): CaptionPosition {
  const has = (letter: string) => position.includes(letter)
  return {
    horizontal: has('L') ? 'left' : has('R') ? 'right' : 'middle',
    vertical: has('T') ? 'top' : has('B') ? 'bottom' : 'middle',
  }
}

export function nsfwSteps({ nsfw_parameters }: NormalizedRequest): Step[] {
  if (!nsfw_parameters) return []
  const { threshold, nsfw_image_url } = nsfw_parameters
  return [{ op: 'nsfw', threshold, substitute: nsfw_image_url !== undefined }]
}
