import { remoteOnly } from './presets.ts'
import type { Valid } from './validate.ts'

/** The fields of a request that only a generative model can fulfil, by their paths. */
export function generativeFields(request: Valid): string[] {
  const { background, fit, preset, placement, generative_upscale } = request
  const adapter = background?.generate?.adapter_type ?? request.adapter_type
  // A prompt for an upscale guides nothing where the upscale is not generative.
  const guidesNothing = adapter === 'upscale' && !generative_upscale
  const outpaints = typeof fit === 'object' && 'canvas' in fit
  const needed = {
    generative_upscale: generative_upscale === true,
    'background.remove': background?.remove === 'generative',
    'background.generate': background?.generate !== undefined && !guidesNothing,
    model_type: request.model_type !== undefined && !guidesNothing,
    adapter_type: request.adapter_type !== undefined && !guidesNothing,
    fit: outpaints,
    placement: placement !== undefined,
    preset: preset !== undefined && remoteOnly.includes(preset),
  }
  return Object.entries(needed).flatMap(([path, is]) => (is ? [path] : []))
}

export const isGenerative = (request: Valid): boolean => generativeFields(request).length > 0
