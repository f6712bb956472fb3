import type { FixedInputModel } from '../../../models/models.ts'
import type { Face, Point } from '../../faces/detect.ts'
import type { RasterImage } from '../../image/image.ts'
import { inferFirst, normalizeInput } from '../../inference/infer.ts'
import type { LoadedModel } from '../../inference/loaded-model.ts'
import type { OperationContext } from '../operation.ts'

/** Positions of the eyes, nose and mouth in an aligned FFHQ face, as shares of its side: face restoration networks are trained on these. */
const ALIGNED = [
  { x: 0.3769, y: 0.4686 },
  { x: 0.6229, y: 0.4691 },
  { x: 0.5012, y: 0.6133 },
  { x: 0.5023, y: 0.7251 },
]

/** A similarity transform: rotation, scale and translation. */
interface Similarity {
  cos: number
  sin: number
  dx: number
  dy: number
}

/** Aligns a face, runs the application's own network on it, and warps the output back into a copy of `part`. */
export async function restoreByCustomModel(
  part: RasterImage,
  face: Face,
  loaded: LoadedModel<FixedInputModel>,
  context: OperationContext,
): Promise<RasterImage> {
  const { width, height, mean, deviation } = loaded.model
  const inAligned = fitSimilarity(
    [face.rightEye, face.leftEye, face.nose, face.mouth],
    ALIGNED.map(({ x, y }) => ({ x: x * width, y: y * height })),
  )
  const toPart = invertSimilarity(inAligned)
  const aligned = warp(part, toPart, width, height)
  const values = await inferFirst(normalizeInput(aligned, loaded.model), loaded, context)
  const plane = width * height
  const restored: RasterImage = { ...aligned, pixels: new Uint8ClampedArray(plane * 4).fill(255) }
  for (let i = 0; i < plane; i++) {
    for (const c of [0, 1, 2] as const) {
      restored.pixels[i * 4 + c] =
        ((values[c * plane + i] as number) * deviation[c] + mean[c]) * 255
    }
  }
  const pixels = warp(restored, inAligned, part.width, part.height, part).pixels
  return { ...part, pixels }
}

const applySimilarity = ({ cos, sin, dx, dy }: Similarity, { x, y }: Point): Point => ({
  x: cos * x - sin * y + dx,
  y: sin * x + cos * y + dy,
})

/** Fits a similarity transform from points to others by least squares. */
function fitSimilarity(from: Point[], to: Point[]): Similarity {
  const center = (points: Point[]) => ({
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  })
  const [a, b] = [center(from), center(to)]
  let [dot, cross, norm] = [0, 0, 0]
  from.forEach((point, i) => {
    const [px, py] = [point.x - a.x, point.y - a.y]
    const [qx, qy] = [(to[i]?.x ?? 0) - b.x, (to[i]?.y ?? 0) - b.y]
    dot += px * qx + py * qy
    cross += px * qy - py * qx
    norm += px * px + py * py
  })
  const [cos, sin] = [dot / Math.max(1e-9, norm), cross / Math.max(1e-9, norm)]
  return { cos, sin, dx: b.x - cos * a.x + sin * a.y, dy: b.y - sin * a.x - cos * a.y }
}

function invertSimilarity({ cos, sin, dx, dy }: Similarity): Similarity {
  const norm = cos * cos + sin * sin
  const [c, s] = [cos / norm, -sin / norm]
  return { cos: c, sin: s, dx: -(c * dx - s * dy), dy: -(s * dx + c * dy) }
}

/**
 * Warps an image with bilinear interpolation.
 * @param similarity - maps output coordinates to those of the image.
 * @param background - the pixels outside the image; without it, the image's border is repeated.
 */
function warp(
  image: RasterImage,
  similarity: Similarity,
  width: number,
  height: number,
  background?: RasterImage,
): RasterImage {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 4) {
      const at = applySimilarity(similarity, { x, y })
      const beyond = at.x < 0 || at.y < 0 || at.x > image.width - 1 || at.y > image.height - 1
      if (beyond && background) {
        pixels.set(background.pixels.subarray(to, to + 4), to)
        continue
      }
      const [u, v] = [clamp(at.x, image.width - 1), clamp(at.y, image.height - 1)]
      const [left, top] = [Math.floor(u), Math.floor(v)]
      const right = Math.min(left + 1, image.width - 1)
      const bottom = Math.min(top + 1, image.height - 1)
      for (let c = 0; c < 3; c++) {
        const value = (px: number, py: number) =>
          image.pixels[(py * image.width + px) * 4 + c] as number
        const above = value(left, top) + (value(right, top) - value(left, top)) * (u - left)
        const below =
          value(left, bottom) + (value(right, bottom) - value(left, bottom)) * (u - left)
        pixels[to + c] = above + (below - above) * (v - top)
      }
    }
  }
  return { width, height, pixels, alpha: false }
}
