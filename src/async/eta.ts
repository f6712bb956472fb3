/** Estimates the milliseconds left of a step from its progress so far. */
export function eta(now: () => number = () => performance.now()) {
  let step = 0
  let start = 0
  return (current: number, ratio: number): number | null => {
    if (current !== step) {
      step = current
      start = now()
    }
    return ratio > 0 ? Math.round(((now() - start) * (1 - ratio)) / ratio) : null
  }
}
