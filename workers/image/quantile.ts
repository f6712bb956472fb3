/** A quantile (`share` 0 to 1) of numbers in ascending order, interpolated linearly between the two nearest. */
export function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] as number
  return below + ((sorted[Math.ceil(at)] as number) - below) * (at - Math.floor(at))
}
