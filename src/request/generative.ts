import { remotePresets, remoteTemplates } from './presets.ts'
import type { ValidatedRequest } from './validate.ts'

/** The paths of a request's fields that need a generative model. */
export function generativeFields(request: ValidatedRequest): string[] {
  const { background, fit, preset, placement, generative_upscale } = request
  const promptIsUnused = isUnusedPrompt(request)
  const needed = {
    generative_upscale: generative_upscale === true,
    'background.remove': background?.remove === 'generative',
    'background.generate': background?.generate !== undefined && !promptIsUnused,
    model_type: request.model_type !== undefined && !promptIsUnused,
    adapter_type: request.adapter_type !== undefined && !promptIsUnused,
    fit: isOutpainting(fit),
    placement: placement !== undefined,
    preset: preset !== undefined && remoteTemplates.includes(preset),
  }
  return Object.entries(needed).flatMap(([path, isNeeded]) => (isNeeded ? [path] : []))
}

export const isGenerative = (request: ValidatedRequest): boolean =>
  generativeFields(request).length > 0

/** Whether the prompt only guides an upscale that is not generative: then it has no effect. */
export function isUnusedPrompt({
  background,
  adapter_type,
  generative_upscale,
}: ValidatedRequest): boolean {
  const adapter = background?.generate?.adapter_type ?? adapter_type
  return adapter === 'upscale' && !generative_upscale
}

export const isOutpainting = (fit: ValidatedRequest['fit']): boolean =>
  typeof fit === 'object' && 'canvas' in fit

/** Fields that generate an image or its surroundings: the service must know the size of the whole. */
const canvasFields = [
  'background.generate',
  'model_type',
  'adapter_type',
  'preset',
  'fit',
  'placement',
]

/** Whether a generative model fills a canvas, instead of only changing the image itself. */
export function fillsCanvas(request: ValidatedRequest): boolean {
  const adapter = request.background?.generate?.adapter_type ?? request.adapter_type
  if (adapter === 'upscale') return isOutpainting(request.fit) || request.placement !== undefined
  if (remotePresets.includes(request.preset ?? '')) return false
  return generativeFields(request).some((field) => canvasFields.includes(field))
}

/** Whether a request generates an image without a source. */
export function worksWithoutSource(request: ValidatedRequest): boolean {
  const { background, fit, placement, generative_upscale } = request
  const cutsOut = background?.remove || background?.mask
  const changesSource = generative_upscale || cutsOut || isOutpainting(fit) || placement
  return !changesSource && fillsCanvas(request)
}

/** Whether no remote service knows a format: an extension of Darkroom's own. */
export const isOwnFormat = (format?: string): boolean => format === 'avif' || format === 'jxl'
