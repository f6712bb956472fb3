import { remotePresets, remoteTemplates } from './presets.ts'
import type { ValidatedRequest } from './validate.ts'

/** The fields of a request that only a generative model can fulfil, by their paths. */
export function generativeFields(request: ValidatedRequest): string[] {
  const { background, fit, preset, placement, generative_upscale } = request
  const guides = isUnusedPrompt(request)
  const needed = {
    generative_upscale: generative_upscale === true,
    'background.remove': background?.remove === 'generative',
    'background.generate': background?.generate !== undefined && !guides,
    model_type: request.model_type !== undefined && !guides,
    adapter_type: request.adapter_type !== undefined && !guides,
    fit: isOutpainting(fit),
    placement: placement !== undefined,
    preset: preset !== undefined && remoteTemplates.includes(preset),
  }
  return Object.entries(needed).flatMap(([path, is]) => (is ? [path] : []))
}

export const isGenerative = (request: ValidatedRequest): boolean =>
  generativeFields(request).length > 0

/** A prompt for an upscale guides nothing where the upscale is not generative. */
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

/** Fields that make an image, or what is around one: the size of the whole is part of what they are asked. */
const canvasFields = ['background.generate', 'model_type', 'adapter_type', 'preset', 'fit', 'placement']

/** Whether a generative model fills a canvas, beside what only changes the image itself. */
export function fillsCanvas(request: ValidatedRequest): boolean {
  const adapter = request.background?.generate?.adapter_type ?? request.adapter_type
  if (adapter === 'upscale') return isOutpainting(request.fit) || request.placement !== undefined
  if (remotePresets.includes(request.preset ?? '')) return false
  return generativeFields(request).some((field) => canvasFields.includes(field))
}

/** Whether an image can come from words alone. */
export function worksWithoutSource(request: ValidatedRequest): boolean {
  const { background, fit, placement, generative_upscale } = request
  const works = generative_upscale || background?.remove || isOutpainting(fit) || placement
  return !works && fillsCanvas(request)
}

/** Generative fields that have no effect in this request, and why. */
export function ineffectiveFields(request: ValidatedRequest): { path: string; message: string }[] {
  const { background, generative_upscale, upscale_strength } = request
  const idle = []
  if (upscale_strength !== undefined && !generative_upscale) {
    idle.push(noEffectWithout('upscale_strength', 'generative_upscale'))
  }
  if (background?.prompt !== undefined && background.remove !== 'generative') {
    idle.push(noEffectWithout('background.prompt', 'remove: generative'))
  }
  return idle
}

const noEffectWithout = (path: string, needed: string) => ({
  path,
  message: `${path} has no effect without ${needed}`,
})
