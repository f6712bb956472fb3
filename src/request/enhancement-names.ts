/** The enhancements, in the order in which they are applied. */
export const enhancementNames = [
  'clean',
  'denoise',
  'deblur',
  'white_balance',
  'exposure_correction',
  'light',
  'color',
  'face_enhance',
] as const

export type Enhancement = (typeof enhancementNames)[number]
