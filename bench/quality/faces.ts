import { blurred, chained, type Degrade, gaussian, jpeg, noisy } from '../../scripts/lib/degrade.ts'
import { bicubic, part } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { psnr } from '../lib/psnr.ts'
import type { Row, Section } from './section.ts'

/** Box of the face in the portrait, in pixels. */
const box = [117, 156, 268, 268] as const

const half: Degrade = (image) => bicubic(image, image.width / 2, image.height / 2)

const types = ['beautify-real', 'beautify'] as const

const restored = (name: string, degrade: Degrade): Row => ({
  name,
  async measure(truth, seed, develop) {
    const { width, height } = truth
    const input = await degrade(truth, seed)
    const inside = (image: ImageData) => psnr(part(image, ...box), part(truth, ...box))
    const figures = [inside(await bicubic(input, width, height))]
    for (const type of types) {
      const request: ProcessingRequest = {
        width,
        height,
        enhancements: ['face_enhance'],
        face_enhance_parameters: { type },
      }
      figures.push(inside(await develop(input, request)))
    }
    return figures
  },
})

const opaque = ({ data, width, height }: ImageData): ImageData =>
  new ImageData(
    data.map((value, i) => (i % 4 === 3 ? 255 : value)),
    width,
    height,
  )

/** PSNR in dB where an image of this size or twice is opaque. */
function psnrWhere(image: ImageData, truth: ImageData, { data, width }: ImageData): number {
  const step = width / image.width
  let [sum, count] = [0, 0]
  for (let i = 0; i < image.data.length; i += 4) {
    const [x, y] = [(i >> 2) % image.width, Math.floor((i >> 2) / image.width)]
    if ((data[(y * width + x) * step * 4 + 3] as number) < 128) continue
    count += 3
    for (let c = i; c < i + 3; c++)
      sum += ((image.data[c] as number) - (truth.data[c] as number)) ** 2
  }
  return sum === 0 ? 99 : 10 * Math.log10(255 ** 2 / (sum / count))
}

const head = (name: string, degrade: Degrade): Row => ({
  name,
  async measure(portrait, seed, develop) {
    const even = part(portrait, 0, 0, portrait.width & ~1, portrait.height & ~1)
    const truth = await half(opaque(even), seed)
    const input = await degrade(truth, seed)
    const output = await develop(input, { enhancements: ['face_enhance'] })
    const [before, after] = [input, output].map((image) => psnrWhere(image, truth, even))
    return [before as number, after as number, (after as number) - (before as number)]
  },
})

/** Taken at a quarter of the portrait's size, enlarged by two before it comes, and by two again. */
const enlargedAgain = (name: string, degrade: Degrade): Row => ({
  name: `${name}, enlarged, and again by SPAN`,
  async measure(portrait, seed, develop) {
    const even = part(portrait, 0, 0, portrait.width & ~3, portrait.height & ~3)
    const truth = opaque(even)
    const [width, height] = [truth.width / 2, truth.height / 2]
    const small = await degrade(await bicubic(truth, width / 2, height / 2), seed)
    const input = await bicubic(small, width, height)
    const twice = { width: '200%', upscale_parameters: { mode: 'faithful' } } as const
    const before = psnrWhere(await develop(input, twice), truth, even)
    const output = await develop(input, { ...twice, enhancements: ['face_enhance'] })
    const after = psnrWhere(output, truth, even)
    return [before, after, after - before]
  },
})

export const faces: Record<string, Section> = {
  'face_enhance of heads': {
    about:
      'PSNR in dB of people, hair and shoulders included, in portraits of at most 300 px before Kodak photographs. No training has read them. In the last row they came enlarged, and the first column is enlarged again without it.',
    pictures: 'held-out heads',
    needs: ['kodak', 'matting/people'],
    count: 13,
    columns: ['as it came', 'face_enhance', 'gain'],
    worstFrom: 2,
    rows: [
      head('as it is', async (image) => image),
      head('noise 5', noisy(5)),
      head('JPEG 50', jpeg(50)),
      head('blur 1, noise 4, JPEG 60', chained(blurred(gaussian(1)), noisy(4), jpeg(60))),
      head('blur 2, noise 12, JPEG 40', chained(blurred(gaussian(2)), noisy(12), jpeg(40))),
      enlargedAgain('noise 4, JPEG 60', chained(noisy(4), jpeg(60))),
    ],
  },
  face_enhance: {
    about:
      'PSNR in dB inside the face box of a portrait that was scaled to half its size and enlarged again.',
    pictures: 'portrait',
    needs: ['faces'],
    count: 1,
    columns: ['bicubic', ...types],
    rows: [
      restored('half', half),
      restored('noise 10', chained(half, noisy(10))),
      restored('JPEG 40', chained(half, jpeg(40))),
      restored(
        'blur 2, noise 10, JPEG 40',
        chained(blurred(gaussian(2)), half, noisy(10), jpeg(40)),
      ),
    ],
  },
}
