/** Pixels, or a percentage `"<n>%"` of a length that the field defines. */
export type Length = number | `${number}%`

export const percentOf = (length: Length): number | undefined =>
  typeof length === 'string' ? Number.parseFloat(length) : undefined

/** A length in whole pixels. Percentages refer to `whole`. */
export function inPixels(length: Length, whole: number): number {
  const percent = percentOf(length)
  return Math.round(percent === undefined ? Number(length) : (percent / 100) * whole)
}
