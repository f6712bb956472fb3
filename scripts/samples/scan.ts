import { blurred, gaussian, noisy } from '../lib/degrade.ts'
import { bicubic } from '../lib/pictures.ts'
import { type Colour, relit } from './optics.ts'

/** Reflectance of yellowed paper. */
const paper: Colour = [0.86, 0.75, 0.52]

/** Turns a page drawn at twice its size into a careless scan: yellow, unevenly lit and slightly soft. */
export async function scanned(large: ImageData, seed: number): Promise<ImageData> {
  const [width, height] = [large.width / 2, large.height / 2]
  const page = await bicubic(large, width, height)
  const lit = relit(page, (light, x, y) => {
    const falling = lamp(x / width, y / height) * shadow(x / width, y / height)
    return light.map((each, c) => each * (paper[c] as number) * falling) as Colour
  })
  return noisy(2)(await blurred(gaussian(0.6))(lit, seed), seed)
}

/** Light of a lamp above the upper left part. The far corner gets half of it. */
const lamp = (x: number, y: number) => 1 / (1 + 0.8 * ((x - 0.3) ** 2 + (y - 0.25) ** 2))

/** Soft shadow of an arm over the lower right corner. */
const shadow = (x: number, y: number) => 1 - 0.55 / (1 + Math.exp((1.5 - x - y) * 25))
