import type { Box } from '../../../src/plan/size.ts'
import { borderColor } from '../../image/border-color.ts'
import type { RasterImage } from '../../image/image.ts'
import { boxOfRegions, connectedRegions } from './regions.ts'
import { evaluateSurface, fitSurface, type Surface } from './surface.ts'

/** Maximum difference of a background pixel's channel: from the border's median at first, then from the fitted surface. */
const FIRST_TOLERANCE = 40
const TOLERANCE = 16
/** Smaller differences from the background are noise, however little noise the border has. */
const MIN_DIFFERENCE = 14
/** Minimum share of the border, and of three of its sides, that is background. */
const PLAIN_BORDER = 0.75
/** Regions smaller than this share of the largest are dust. */
const DUST = 0.02
/** A box larger than this share of the image separates nothing. */
const MAX_AREA = 0.95

interface BorderPixel {
  /** Position in the image, -1 to 1. */
  u: number
  v: number
  /** Index of its first byte. */
  at: number
  /** 0 top, 1 bottom, 2 left, 3 right. */
  side: number
}

/**
 * The box of the objects in front of a plain background, such as a product on white. The background is a smooth surface
 * fitted to the border, so that a gradient or a vignette is part of it. Undefined if the border is not plain, or if the
 * objects fill nearly the whole image.
 */
export function plainBackgroundBox(image: RasterImage): (Box & { bars: false }) | undefined {
  const border = borderOf(image)
  const start = borderColor(image)
  let plain = border.filter(({ at }) => channelDistance(image, at, start) < FIRST_TOLERANCE)
  let surfaces: Surface[] = []
  for (let round = 0; round < 2; round++) {
    if (plain.length < border.length * PLAIN_BORDER) return undefined
    surfaces = [0, 1, 2].map((c) =>
      fitSurface(plain.map(({ u, v, at }) => ({ u, v, value: image.pixels[at + c] as number }))),
    )
    plain = border.filter((pixel) => distanceToBackground(surfaces, image, pixel) < TOLERANCE)
  }
  if (!surroundsImage(border, plain)) return undefined
  const box = boxOfRegions(connectedRegions(differences(image, surfaces, plain), image.width), DUST)
  const whole = image.width * image.height
  return box && box.width * box.height < whole * MAX_AREA ? { ...box, bars: false } : undefined
}

/** The outermost pixels of the image. */
function borderOf({ width, height }: RasterImage): BorderPixel[] {
  const pixel = (x: number, y: number, side: number) => ({
    u: toUnit(x, width),
    v: toUnit(y, height),
    at: (y * width + x) * 4,
    side,
  })
  const columns = Array.from({ length: width }, (_, x) => x)
  const rows = Array.from({ length: height }, (_, y) => y)
  return [
    ...columns.flatMap((x) => [pixel(x, 0, 0), pixel(x, height - 1, 1)]),
    ...rows.flatMap((y) => [pixel(0, y, 2), pixel(width - 1, y, 3)]),
  ]
}

const toUnit = (x: number, length: number) => ((x + 0.5) / length) * 2 - 1

/** The largest difference of any channel. */
const channelDistance = ({ pixels }: RasterImage, at: number, [r, g, b]: readonly number[]) =>
  Math.max(
    Math.abs((pixels[at] as number) - (r ?? 0)),
    Math.abs((pixels[at + 1] as number) - (g ?? 0)),
    Math.abs((pixels[at + 2] as number) - (b ?? 0)),
  )

const distanceToBackground = (
  surfaces: Surface[],
  image: RasterImage,
  { u, v, at }: Pick<BorderPixel, 'u' | 'v' | 'at'>,
) =>
  channelDistance(
    image,
    at,
    surfaces.map((surface) => evaluateSurface(surface, u, v)),
  )

/** Whether the background is visible on at least three sides: an object may touch one edge of the image, hardly two. */
function surroundsImage(border: BorderPixel[], plain: BorderPixel[]): boolean {
  const count = (pixels: BorderPixel[], side: number) =>
    pixels.filter((pixel) => pixel.side === side).length
  const sides = [0, 1, 2, 3].filter(
    (side) => count(plain, side) >= count(border, side) * PLAIN_BORDER,
  )
  return plain.length >= border.length * PLAIN_BORDER && sides.length >= 3
}

/** 1 where the image clearly differs from the background: by more than four times the border's mean difference, else 0. */
function differences(image: RasterImage, surfaces: Surface[], plain: BorderPixel[]): Float32Array {
  const { width, height } = image
  const noise =
    plain.reduce((sum, pixel) => sum + distanceToBackground(surfaces, image, pixel), 0) /
    plain.length
  const threshold = Math.max(MIN_DIFFERENCE, 4 * noise)
  const marks = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const pixel = { u: toUnit(x, width), v: toUnit(y, height), at: i * 4 }
      marks[i] = distanceToBackground(surfaces, image, pixel) > threshold ? 1 : 0
    }
  }
  return marks
}
