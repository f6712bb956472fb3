import { blurred, gaussian, noisy } from '../../bench/quality/degrade.ts'
import { bicubic } from '../../test/browser/pictures.ts'
import { type Colour, relit } from './optics.ts'

/** What yellowed paper leaves of the light. */
const paper: Colour = [0.86, 0.75, 0.52]

/** A page that was drawn at twice its size, as a careless scan has it: yellow, unevenly lit, a little soft. */
export async function scanned(large: ImageData, seed: number): Promise<ImageData> {
  const [width, height] = [large.width / 2, large.height / 2]
  const page = await bicubic(large, width, height)
  const lit = relit(page, (light, x, y) => {
    const falling = lamp(x / width, y / height) * shadow(x / width, y / height)
    return light.map((each, c) => each * (paper[c] as number) * falling) as Colour
  })
  return noisy(2)(await blurred(gaussian(0.6))(lit, seed), seed)
}

/** A lamp over the left upper part; the far corner gets half of its light. */
const lamp = (x: number, y: number) => 1 / (1 + 0.8 * ((x - 0.3) ** 2 + (y - 0.25) ** 2))

/** Somebody's arm over the right lower corner, soft at its edge. */
const shadow = (x: number, y: number) => 1 - 0.55 / (1 + Math.exp((1.5 - x - y) * 25))
