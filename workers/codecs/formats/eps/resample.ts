/** An opaque image in another size: every pixel is the mean of the area that it covers. */
export function resampleArea(
  data: Uint8ClampedArray,
  [width, height]: [number, number],
  [toWidth, toHeight]: [number, number],
): Uint8ClampedArray<ArrayBuffer> {
  const columns = shares(width, toWidth)
  const rows = shares(height, toHeight)
  const out = new Uint8ClampedArray(toWidth * toHeight * 4)
  rows.forEach((row, y) => {
    columns.forEach((column, x) => {
      for (let c = 0; c < 4; c++) {
        let sum = 0
        for (const [v, down] of row) {
          for (const [u, across] of column) {
            sum += (data[(v * width + u) * 4 + c] as number) * down * across
          }
        }
        out[(y * toWidth + x) * 4 + c] = sum
      }
    })
  })
  return out
}

/**
 * An image of two levels in another size: every pixel is what lies at its middle, as PostScript says. `exact` is
 * the size that the image fills, from the lower left.
 */
export function resampleNearest(
  data: Uint8ClampedArray,
  [width, height]: [number, number],
  [toWidth, toHeight]: [number, number],
  exact: [number, number],
): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(toWidth * toHeight * 4)
  const place = (middle: number, from: number, size: number) =>
    Math.min(from - 1, Math.max(0, Math.floor((middle * from) / size)))
  for (let y = 0; y < toHeight; y++) {
    const v = place(exact[1] - toHeight + y + 0.5, height, exact[1])
    for (let x = 0; x < toWidth; x++) {
      const from = (v * width + place(x + 0.5, width, exact[0])) * 4
      out.set(data.subarray(from, from + 4), (y * toWidth + x) * 4)
    }
  }
  return out
}

/** For each of `to` places, which of `from` places it covers and by what share of itself. */
function shares(from: number, to: number): [place: number, share: number][][] {
  const step = from / to
  return Array.from({ length: to }, (_, i) => {
    const [begin, end] = [i * step, (i + 1) * step]
    const all: [number, number][] = []
    for (let place = Math.floor(begin); place < Math.min(from, Math.ceil(end - 1e-9)); place++) {
      all.push([place, (Math.min(end, place + 1) - Math.max(begin, place)) / step])
    }
    return all
  })
}
