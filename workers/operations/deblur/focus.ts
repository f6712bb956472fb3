import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'

/** Side of a part in pixels. */
const PART_SIDE = 32
/** Parts whose luma changes less than this from pixel to pixel do not show whether they are in focus. */
const TEXTURE = 4 / 255
/** The quantile of the parts with texture, ordered by focus, that is returned. */
const QUANTILE = 0.25

/**
 * The share of the output's gradients that a network added in the sharpest parts of an image, 0 to 1: below 0.1 if a
 * quarter of the textured parts was sharp before, above 0.4 if all parts were blurred. 1 if no part has texture.
 */
export function leastSharpened(before: RasterImage, after: RasterImage): number {
  const parts: { texture: number; added: number }[] = []
  for (let y = 0; y + PART_SIDE <= before.height; y += PART_SIDE) {
    for (let x = 0; x + PART_SIDE <= before.width; x += PART_SIDE)
      parts.push(measurePart(before, after, x, y))
  }
  const textures = parts.map(({ texture }) => texture).sort((a, b) => a - b)
  const minTexture = Math.max(TEXTURE, textures[parts.length >> 1] ?? 0)
  const shares = parts.flatMap(({ texture, added }) =>
    texture < minTexture ? [] : added / texture,
  )
  shares.sort((a, b) => a - b)
  return shares[Math.floor(shares.length * QUANTILE)] ?? 1
}

/** The root mean square of a part's gradients in the output, and that of the change in gradients. */
function measurePart(before: RasterImage, after: RasterImage, left: number, top: number) {
  let [texture, added] = [0, 0]
  const { width } = before
  for (let y = top; y < top + PART_SIDE - 1; y++) {
    for (let i = y * width + left; i < y * width + left + PART_SIDE - 1; i++) {
      const [across, down] = gradient(after, i)
      const [acrossBefore, downBefore] = gradient(before, i)
      texture += across ** 2 + down ** 2
      added += (across - acrossBefore) ** 2 + (down - downBefore) ** 2
    }
  }
  const root = (sum: number) => Math.sqrt(sum / (PART_SIDE - 1) ** 2)
  return { texture: root(texture), added: root(added) }
}

/** Differences of luma from a pixel to its right and lower neighbors. */
function gradient({ pixels, width }: RasterImage, i: number): [number, number] {
  const here = lumaAt(pixels, i * 4)
  return [lumaAt(pixels, (i + 1) * 4) - here, lumaAt(pixels, (i + width) * 4) - here]
}
