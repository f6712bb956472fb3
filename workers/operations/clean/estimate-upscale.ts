import type { Size } from '../../../src/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'
import { backProject } from './back-project.ts'
import type { Alignment, Kernel } from './resample-plane.ts'

/** How an image was enlarged: its original size and the interpolation. */
export interface Upscaled extends Size {
  kernel: Kernel
}

/** The likely ones first: the others are given up sooner. */
const KERNELS: readonly Kernel[] = ['bicubic', 'bilinear', 'nearest']
/** Scale factors to detect, each with a smaller one to compare with: without enlargement, the smaller one has the smaller error. */
const SCALES = [
  [1.5, 1.25],
  [2, 1.75],
  [3, 2.5],
  [4, 3.5],
] as const
/** The smallest scale factor that is detected. */
export const SMALLEST_SCALE = SCALES[0][0]
/** A scale factor is accepted if its error is less than this share of the smaller factor's error. */
const MAX_ERROR_RATIO = 0.98
/** Side of a sample in pixels, and the multiple that its position is rounded to: source pixels of every scale factor begin there. */
const SAMPLE = 192
const GRID = 12

/** A part of the luma plane, its position in the image, and how much it changes from pixel to pixel. */
interface Sample extends Plane {
  x: number
  y: number
  texture: number
}

/**
 * Detects whether an image was enlarged, and from which size. For an image that was not, the error of scaling down and up
 * again grows with the scale factor; for one that was, it dips at the true factor, where the grids agree. The dip remains
 * after JPEG compression and sharpening. Undefined if there is no dip.
 */
export function estimateUpscale(image: RasterImage): Upscaled | undefined {
  const samples = takeSamples(image)
  const matches = SCALES.flatMap(([scale, smaller]) => {
    const compared = bestKernel(samples, (sample) => coveringGrid(sample, smaller))
    const maxError = MAX_ERROR_RATIO * (compared?.error ?? 0)
    const sizes = [Math.floor, Math.ceil].map((round) => ({
      width: round(image.width / scale),
      height: round(image.height / scale),
    }))
    const [size] = sizes as [Size]
    const isWhole = size.width * scale === image.width && size.height * scale === image.height
    const candidates = (isWhole ? [size] : sizes).filter(({ width, height }) => width && height)
    const fit = candidates.reduce<(Fit & Size) | undefined>((best, size) => {
      const closer = bestKernel(samples, alignedGrid(image, size), best?.error ?? maxError)
      return closer ? { ...closer, ...size } : best
    }, undefined)
    return fit ?? []
  })
  const last = matches.at(-1)
  return last && { width: last.width, height: last.height, kernel: last.kernel }
}

/** A kernel, and its root mean square error. */
interface Fit {
  kernel: Kernel
  error: number
}

/** Returns a smaller grid for a sample, and its position there. */
type GridFor = (sample: Sample) => { size: Size; alignment: Alignment }

/** The pixels of a smaller image that lie entirely in the sample. */
function alignedGrid(image: Size, { width, height }: Size): GridFor {
  const along = (at: number, length: number, step: number) => {
    const first = Math.ceil(at / step - 1e-6)
    const offset = first * step - at
    return { count: Math.max(1, Math.floor((length - offset) / step + 1e-6)), step, offset }
  }
  return (sample) => {
    const x = along(sample.x, sample.width, image.width / width)
    const y = along(sample.y, sample.height, image.height / height)
    return { size: { width: x.count, height: y.count }, alignment: { x, y } }
  }
}

/** A smaller grid with the same outer edges as the sample. */
function coveringGrid({ width, height }: Size, scale: number) {
  const side = (length: number) => Math.max(1, Math.round(length / scale))
  const size = { width: side(width), height: side(height) }
  const x = { step: width / size.width, offset: 0 }
  return { size, alignment: { x, y: { step: height / size.height, offset: 0 } } }
}

/** The kernel that fits the samples best; none if no error is below `limit`. A kernel is given up once some samples show that. */
function bestKernel(
  samples: Sample[],
  gridFor: GridFor,
  limit = Number.POSITIVE_INFINITY,
): Fit | undefined {
  const root = (sum: number) => Math.sqrt(sum / samples.length)
  let best: Fit | undefined
  for (const kernel of KERNELS) {
    const most = best?.error ?? limit
    let sum = 0
    for (const sample of samples) {
      const { size, alignment } = gridFor(sample)
      sum += backProject(sample, size, alignment, kernel, 3).error
      if (root(sum) >= most) break
    }
    if (root(sum) < most) best = { kernel, error: root(sum) }
  }
  return best
}

/** Luma, 0 to 255, of the four corners and the center, or of all of a small image: most texture, which fits least, first. */
function takeSamples(image: RasterImage): Sample[] {
  const [width, height] = [image.width, image.height].map((length) => Math.min(length, SAMPLE))
  const positions = (length: number, sampleLength: number) => {
    const last = Math.floor((length - sampleLength) / GRID) * GRID
    return [...new Set([0, Math.floor(last / 2 / GRID) * GRID, last])]
  }
  const size = { width: width as number, height: height as number }
  const xs = positions(image.width, size.width)
  const ys = positions(image.height, size.height)
  const samples = ys.flatMap((y, row) =>
    xs.flatMap((x, column) => {
      const isEdge = (row === 1 && ys.length > 2) !== (column === 1 && xs.length > 2)
      if (isEdge && xs.length > 2 && ys.length > 2) return []
      const at = (i: number) =>
        ((y + Math.floor(i / size.width)) * image.width + x + (i % size.width)) * 4
      const luma = mapPlane((i) => 255 * lumaAt(image.pixels, at(i)), size)
      return [{ x, y, ...luma, texture: textureOf(luma) }]
    }),
  )
  return samples.sort((a, b) => b.texture - a.texture)
}

const textureOf = ({ values }: Plane) =>
  values.reduce((sum, value, i) => sum + Math.abs(value - (values[i - 1] ?? value)), 0)
