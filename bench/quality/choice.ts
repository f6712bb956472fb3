import { damageIn } from '../../scripts/lib/damage.ts'
import { type Degrade, jpeg, noisy, none } from '../../scripts/lib/degrade.ts'
import { bicubic, canvasResize, part, random } from '../../scripts/lib/pictures.ts'
import type { Row, Section } from './section.ts'

const reducedTo = (image: ImageData, share: number) =>
  bicubic(image, Math.round(image.width * share), Math.round(image.height * share))

/** Sides of parts in pixels, of the photograph and of it reduced. */
const parts = [
  [1, 256],
  [1, 100],
  [1 / 2, 200],
  [1 / 2, 128],
  [1 / 2, 64],
  [1 / 4, 100],
  [1 / 4, 64],
] as const

/** Half and a quarter of the photograph, and a part of each size. */
async function samples(photograph: ImageData, seed: number): Promise<ImageData[]> {
  const next = random(seed)
  const place = (length: number, side: number) => Math.floor(next() * (length - side + 1))
  const wholes = [await reducedTo(photograph, 1 / 2), await reducedTo(photograph, 1 / 4)]
  const cropped = await Promise.all(
    parts.map(async ([share, side]) => {
      const image = await reducedTo(photograph, share)
      return part(image, place(image.width, side), place(image.height, side), side, side)
    }),
  )
  return [...wholes, ...cropped]
}

async function isRestored({ data, width, height }: ImageData): Promise<boolean> {
  const pixels = data as Uint8ClampedArray<ArrayBuffer>
  return (await damageIn({ width, height, pixels, alpha: false })) !== undefined
}

type Filter = 'pixelated' | 'low' | 'catrom'

/** Enlarged from a smaller one, degraded, to the same size. */
export const enlarged =
  (factor: number, filter: Filter, degrade: Degrade = none): Degrade =>
  async (image, seed) => {
    const { width, height } = image
    const small = await degrade(await reducedTo(image, 1 / factor), seed)
    if (filter === 'catrom') return bicubic(small, width, height)
    return canvasResize(small, width, height, filter === 'low')
  }

const grayNoise =
  (sigma: number): Degrade =>
  async (image, seed) => {
    const { data, width, height } = image
    const noise = (await noisy(sigma)(new ImageData(new Uint8ClampedArray(data.length).fill(128), width, height), seed)).data // biome-ignore format: a line
    const out = new ImageData(new Uint8ClampedArray(data), width, height)
    for (let i = 0; i < data.length; i++)
      if (i % 4 < 3) out.data[i] = (data[i] as number) + (noise[i - (i % 4)] as number) - 128
    return out
  }

const row = (name: string, degrade: Degrade): Row => ({
  name,
  async measure(photograph, seed) {
    const images = await samples(photograph, seed)
    let restored = 0
    for (const image of images) if (await isRestored(await degrade(image, seed))) restored++
    return [(100 * restored) / images.length]
  },
})

export const choice: Record<string, Section> = {
  choice: {
    about:
      'Share of images that `mode: auto` restores, by their pixels alone: each photograph at half and at a quarter of its size, and parts of 64 to 256 px of it and of these.',
    pictures: 'photographs',
    columns: ['restored, %'],
    rows: [
      row('clean', none),
      ...[90, 60, 30].map((quality) => row(`JPEG ${quality}`, jpeg(quality))),
      ...[8, 15].map((sigma) => row(`noise ${sigma}`, noisy(sigma))),
      ...[8, 15].map((sigma) => row(`gray noise ${sigma}`, grayNoise(sigma))),
      row('enlarged by 2, nearest', enlarged(2, 'pixelated')),
      ...[2, 3].map((factor) => row(`enlarged by ${factor}, bilinear`, enlarged(factor, 'low'))),
      ...[2, 4].map((factor) => row(`enlarged by ${factor}, bicubic`, enlarged(factor, 'catrom'))),
    ],
  },
}
