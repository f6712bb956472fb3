import type { NormalizedRequest } from '../request/normalize.ts'
import { isAutoEnhance } from '../request/presets.ts'
import type { UpscaleMode } from './steps.ts'

/**
 * What enlarges the image of a request. Where the request itself asks for better faces, the default is `faithful`: the
 * restoring network redraws eyes, and faces have networks of their own that keep who it is.
 */
export function upscaleMode(request: NormalizedRequest): UpscaleMode {
  const { upscale_parameters, enhancements, preset = '' } = request
  const asksForFaces = enhancements.includes('face_enhance') && !isAutoEnhance(preset)
  const { type, mode = asksForFaces ? 'faithful' : 'auto' } = upscale_parameters
  return type === 'v1' ? mode : type
}
