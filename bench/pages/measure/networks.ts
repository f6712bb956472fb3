import type { ModelName } from '../../../models/models.ts'
import type { ProcessingRequest } from '../../../src/index.ts'

/** A network, and a request that runs it. */
export interface Network {
  name: ModelName
  request: Omit<ProcessingRequest, 'url'>
  /** It looks at the whole image in one size of its own: its time does not grow with the image. */
  fixed?: true
}

const denoise = (type: 'v1' | 'v2'): Network => ({
  name: `denoise-${type}`,
  request: { enhancements: ['denoise'], denoise_parameters: { type } },
})

export const networks: Network[] = [
  { name: 'span-x2', request: { width: '200%', upscale_parameters: { mode: 'faithful' } } },
  { name: 'span-x4', request: { width: '400%', upscale_parameters: { mode: 'faithful' } } },
  { name: 'restore-x4', request: { width: '400%', upscale_parameters: { mode: 'restore' } } },
  { name: 'text-x4', request: { width: '400%', upscale_parameters: { type: 'text_x4' } } },
  denoise('v1'),
  denoise('v2'),
  { name: 'deblur', request: { enhancements: ['deblur'] } },
  { name: 'clean', request: { enhancements: ['clean'] } },
  { name: 'matte', request: { background: { remove: 'item' } }, fixed: true },
  { name: 'nsfw', request: { safe: true }, fixed: true },
]
