import type { ImageInputs } from './image-source.ts'

/** The field of the request that each input comes from, for errors. */
export const inputFields = {
  source: 'url',
  caption: 'caption.url',
  replace: 'background.replace',
  nsfw: 'nsfw_parameters.nsfw_image_url',
  mask: 'background.mask',
  hints: 'background.hints',
  sent: 'url',
} as const satisfies Record<keyof ImageInputs, string>
