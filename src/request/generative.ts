import { remoteOnly, remotePresets } from './presets.ts'
import type { Valid } from './validate.ts'

/** The fields of a request that only a generative model can fulfil, by their paths. */
export function generativeFields(request: Valid): string[] {
  const { background, fit, preset, placement, generative_upscale } = request
  const guides = guidesNothing(request)
  const needed = {
    generative_upscale: generative_upscale === true,
    'background.remove': background?.remove === 'generative',
    'background.generate': background?.generate !== undefined && !guides,
    model_type: request.model_type !== undefined && !guides,
    adapter_type: request.adapter_type !== undefined && !guides,
    fit: outpaints(fit),
    placement: placement !== undefined,
    preset: preset !== undefined && remoteOnly.includes(preset),
  }
  return Object.entries(needed).flatMap(([path, is]) => (is ? [path] : []))
}

export const isGenerative = (request: Valid): boolean => generativeFields(request).length > 0

/** A prompt for an upscale guides nothing where the upscale is not generative. */
export function guidesNothing({ background, adapter_type, generative_upscale }: Valid): boolean {
  const adapter = background?.generate?.adapter_type ?? adapter_type
  return adapter === 'upscale' && !generative_upscale
}

export const outpaints = (fit: Valid['fit']): boolean => typeof fit === 'object' && 'canvas' in fit

/** Fields that make a picture, or what is around one: the size of the whole is part of what they are asked. */
const making = ['background.generate', 'model_type', 'adapter_type', 'preset', 'fit', 'placement']

/** Whether a generative model fills a canvas, beside what only changes the picture itself. */
export function makes(request: Valid): boolean {
  const adapter = request.background?.generate?.adapter_type ?? request.adapter_type
  if (adapter === 'upscale') return outpaints(request.fit) || request.placement !== undefined
  if (remotePresets.includes(request.preset ?? '')) return false
  return generativeFields(request).some((field) => making.includes(field))
}

/** Whether a picture can come from words alone. */
export function needsNoSource(request: Valid): boolean {
  const { background, fit, placement, generative_upscale } = request
  const works = generative_upscale || background?.remove || outpaints(fit) || placement
  return !works && makes(request)
}

/** Generative fields that have no effect in this request, and why. */
export function idleFields(request: Valid): { path: string; message: string }[] {
  const { background, generative_upscale, upscale_strength } = request
  const idle = []
  if (upscale_strength !== undefined && !generative_upscale) {
    idle.push(without('upscale_strength', 'generative_upscale'))
  }
  if (background?.prompt !== undefined && background.remove !== 'generative') {
    idle.push(without('background.prompt', 'remove: generative'))
  }
  return idle
}

const without = (path: string, needed: string) => ({
  path,
  message: `${path} has no effect without ${needed}`,
})
