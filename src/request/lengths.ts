/** Pixels, or a percentage `"<n>%"` of a length that the field defines. */
export type Length = number | `${number}%`

export const percentOf = (length: Length): number | undefined =>
  typeof length === 'string' ? Number.parseFloat(length) : undefined

/** A length in pixels, not rounded. Percentages refer to `whole`. */
export function exactPixels(length: Length, whole: number): number {
  const percent = percentOf(length)
  return percent === undefined ? Number(length) : (percent / 100) * whole
}

/** A length in whole pixels. */
export const inPixels = (length: Length, whole: number): number =>
  Math.round(exactPixels(length, whole))
