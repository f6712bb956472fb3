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

/** Removes duplicates and sorts into processing order. */
export const inProcessingOrder = (enhancements: readonly Enhancement[]): Enhancement[] =>
  enhancementNames.filter((name) => enhancements.includes(name))
