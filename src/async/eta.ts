/** Estimates what is left of a step from how long its part so far took. */
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
