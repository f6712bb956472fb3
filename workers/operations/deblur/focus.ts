import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'

/** Pixels a side of the parts that are looked at. */
const PART_SIDE = 32
/** Parts whose luma changes less than this from pixel to pixel do not tell whether they are in focus. */
const TEXTURE = 4 / 255
/** The share of the parts with texture that must be in focus. */
const SHARE = 0.25

/**
 * How much of the gradients that a network made it had to add, 0 to 1, in the parts of an image that were most in focus:
 * below 0.1 where a quarter of what has texture was sharp before, above 0.4 where all was blurred. 1 where nothing has texture.
 */
export function leastSharpened(before: RasterImage, after: RasterImage): number {
  const parts: { texture: number; added: number }[] = []
  for (let y = 0; y + PART_SIDE <= before.height; y += PART_SIDE) {
    for (let x = 0; x + PART_SIDE <= before.width; x += PART_SIDE)
      parts.push(measurePart(before, after, x, y))
  }
  const textures = parts.map(({ texture }) => texture).sort((a, b) => a - b)
  const least = Math.max(TEXTURE, textures[parts.length >> 1] ?? 0)
  const shares = parts.flatMap(({ texture, added }) => (texture < least ? [] : added / texture))
  shares.sort((a, b) => a - b)
  return shares[Math.floor(shares.length * SHARE)] ?? 1
}

/** The root mean squares of a part's gradients afterwards, and of those of the change. */
function measurePart(before: RasterImage, after: RasterImage, left: number, top: number) {
  let [texture, added] = [0, 0]
  const { width } = before
  for (let y = top; y < top + PART_SIDE - 1; y++) {
    for (let i = y * width + left; i < y * width + left + PART_SIDE - 1; i++) {
      const [across, down] = slopes(after, i)
      const [acrossBefore, downBefore] = slopes(before, i)
      texture += across ** 2 + down ** 2
      added += (across - acrossBefore) ** 2 + (down - downBefore) ** 2
    }
  }
  const root = (sum: number) => Math.sqrt(sum / (PART_SIDE - 1) ** 2)
  return { texture: root(texture), added: root(added) }
}

/** From a pixel to its right and lower neighbors. */
function slopes({ pixels, width }: RasterImage, i: number): [number, number] {
  const here = lumaAt(pixels, i * 4)
  return [lumaAt(pixels, (i + 1) * 4) - here, lumaAt(pixels, (i + width) * 4) - here]
}
