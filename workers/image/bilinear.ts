import { isSameSize, type Size } from '../../src/plan/size.ts'
import { emptyPlane, type Plane } from './plane.ts'

/**
 * Returns a function that reads rows of a plane resized to another size by bilinear interpolation. A row is valid until the next call,
 * and not to be changed: of the same size it is the plane's own.
 */
export function bilinearRows(plane: Plane, size: Size): (y: number) => Float32Array {
  const { width, height } = size
  if (isSameSize(plane, size)) return (y) => plane.values.subarray(y * width, (y + 1) * width)
  const across = positions(width, plane.width)
  const down = positions(height, plane.height)
  const line = new Float32Array(plane.width)
  const row = new Float32Array(width)
  return (y) => {
    mix(plane, down.index[y] as number, down.share[y] as number, line)
    for (let x = 0; x < width; x++) {
      const left = across.index[x] as number
      const first = line[left] as number
      const second = line[Math.min(left + 1, plane.width - 1)] as number
      row[x] = first + (second - first) * (across.share[x] as number)
    }
    return row
  }
}

/** Interpolates between row `upper` of a plane and the one below it. */
function mix({ values, width, height }: Plane, upper: number, share: number, out: Float32Array) {
  const [first, second] = [upper * width, Math.min(upper + 1, height - 1) * width]
  for (let u = 0; u < width; u++) {
    const above = values[first + u] as number
    out[u] = above + ((values[second + u] as number) - above) * share
  }
}

/** For each of `length` pixel centers, the index of the one of `count` before it, and the weight of the next. */
function positions(length: number, count: number) {
  const index = new Uint32Array(length)
  const share = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    const at = Math.min(Math.max(((i + 0.5) * count) / length - 0.5, 0), count - 1)
    index[i] = Math.floor(at)
    share[i] = at - Math.floor(at)
  }
  return { index, share }
}

/** A plane of another size, linearly interpolated. */
export function resizePlane(plane: Plane, size: Size): Plane {
  const out = emptyPlane(size)
  const row = bilinearRows(plane, size)
  for (let y = 0; y < size.height; y++) out.values.set(row(y), y * size.width)
  return out
}
