import type { Size } from '../../../src/contract/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'
import { backProject } from './back-project.ts'
import type { Alignment, Kernel } from './resample-plane.ts'

/** How an image was enlarged: from which size, and how. */
export interface Upscaled extends Size {
  kernel: Kernel
}

const KERNELS: readonly Kernel[] = ['nearest', 'bilinear', 'bicubic']
/** Factors that are looked for, each with a smaller one that an image which was not enlarged is nearer to. */
const SCALES = [
  [1.5, 1.25],
  [2, 1.75],
  [3, 2.5],
  [4, 3.5],
] as const
/** The smallest of them. */
export const SMALLEST_SCALE = SCALES[0][0]
/** A factor is believed where it misses by less than this share of what the smaller one misses by. */
const DIP = 0.98
/** Pixels a side of the samples that are looked at, and what their places are multiples of: pixels of every scale begin there. */
const SAMPLE = 192
const GRID = 12

/** A part of the luma, and where in the image it begins. */
interface Sample extends Plane {
  x: number
  y: number
}

/**
 * Whether an image is an enlargement, and of what. For an image that is not one, what is lost on the way down and up
 * again grows with the factor; for one that is, it dips at its own factor, where the grids agree. JPEG and sharpening
 * after the enlargement leave the dip. Undefined where there is none.
 */
export function estimateUpscale(image: RasterImage): Upscaled | undefined {
  const samples = takeSamples(image)
  const found = SCALES.flatMap(([scale, smaller]) => {
    const miss = DIP * bestKernel(samples, (sample) => coveringGrid(sample, smaller)).error
    const sizes = [Math.floor, Math.ceil].map((round) => ({
      width: round(image.width / scale),
      height: round(image.height / scale),
    }))
    const [size] = sizes as [Size]
    const isWhole = size.width * scale === image.width && size.height * scale === image.height
    const tries = (isWhole ? [size] : sizes).filter(({ width, height }) => width && height)
    const fits = tries.map((size) => ({ size, ...bestKernel(samples, alignedGrid(image, size)) }))
    return fits.filter(({ error }) => error < miss).sort((a, b) => a.error - b.error)[0] ?? []
  })
  const last = found.at(-1)
  return last && { ...last.size, kernel: last.kernel }
}

/** A smaller grid for a sample, and how it lies there. */
type GridFor = (sample: Sample) => { size: Size; alignment: Alignment }

/** The pixels of a smaller image that lie wholly in the sample. */
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

/** A grid that shares its outer edges with the sample. */
function coveringGrid({ width, height }: Size, scale: number) {
  const side = (length: number) => Math.max(1, Math.round(length / scale))
  const size = { width: side(width), height: side(height) }
  const x = { step: width / size.width, offset: 0 }
  return { size, alignment: { x, y: { step: height / size.height, offset: 0 } } }
}

/** The kernel that explains the samples best, and what it misses by. */
function bestKernel(samples: Sample[], gridding: GridFor): { kernel: Kernel; error: number } {
  const all = KERNELS.map((kernel) => {
    const errors = samples.map((sample) => {
      const { size, alignment } = gridding(sample)
      return backProject(sample, size, alignment, kernel, 3).error
    })
    return { kernel, error: Math.sqrt(errors.reduce((a, b) => a + b, 0) / errors.length) }
  })
  return all.reduce((a, b) => (b.error < a.error ? b : a))
}

/** The luma, 0 to 255, of the four corners and the middle, or of the whole of a small image. */
function takeSamples(image: RasterImage): Sample[] {
  const [width, height] = [image.width, image.height].map((length) => Math.min(length, SAMPLE))
  const places = (length: number, of: number) => {
    const last = Math.floor((length - of) / GRID) * GRID
    return [...new Set([0, Math.floor(last / 2 / GRID) * GRID, last])]
  }
  const size = { width: width as number, height: height as number }
  const xs = places(image.width, size.width)
  const ys = places(image.height, size.height)
  return ys.flatMap((y, row) =>
    xs.flatMap((x, column) => {
      const isEdge = (row === 1 && ys.length > 2) !== (column === 1 && xs.length > 2)
      if (isEdge && xs.length > 2 && ys.length > 2) return []
      const at = (i: number) =>
        ((y + Math.floor(i / size.width)) * image.width + x + (i % size.width)) * 4
      return [{ x, y, ...mapPlane((i) => 255 * lumaAt(image.pixels, at(i)), size) }]
    }),
  )
}
