/** A smooth surface over an image: c0 + c1 u + c2 v + c3 u² + c4 uv + c5 v², u and v from -1 to 1. */
export type Surface = number[]

const terms = (u: number, v: number) => [1, u, v, u * u, u * v, v * v]

export const evaluateSurface = (surface: Surface, u: number, v: number) =>
  terms(u, v).reduce((sum, term, i) => sum + term * (surface[i] ?? 0), 0)

/** Fits a surface to points by least squares; slight damping keeps it flat where there are no points. */
export function fitSurface(points: { u: number; v: number; value: number }[]): Surface {
  const size = 6
  const rows = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0))
  for (const { u, v, value } of points) {
    const t = terms(u, v)
    rows.forEach((row, i) => {
      for (let j = 0; j < size; j++) row[j] = (row[j] ?? 0) + (t[i] ?? 0) * (t[j] ?? 0)
      row[size] = (row[size] ?? 0) + (t[i] ?? 0) * value
    })
  }
  const damping = points.length * 1e-4
  rows.forEach((row, i) => {
    if (i > 0) row[i] = (row[i] ?? 0) + damping
  })
  return solve(rows)
}

/** Gauss-Jordan elimination of a positive definite system, which needs no pivoting. */
function solve(rows: number[][]): number[] {
  rows.forEach((row, i) => {
    const pivot = row[i] || 1
    for (let k = 0; k < row.length; k++) row[k] = (row[k] ?? 0) / pivot
    rows.forEach((other, j) => {
      const factor = other[i] ?? 0
      if (j === i || factor === 0) return
      for (let k = 0; k < row.length; k++) other[k] = (other[k] ?? 0) - factor * (row[k] ?? 0)
    })
  })
  return rows.map((row) => row.at(-1) ?? 0)
}
