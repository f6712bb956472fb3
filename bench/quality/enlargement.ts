import {
  blurred,
  chained,
  type Degrade,
  disk,
  gaussian,
  jpeg,
  noisy,
  none,
} from '../../scripts/lib/degrade.ts'
import { bicubic } from '../../scripts/lib/pictures.ts'
import type { RasterImage } from '../../workers/image/image.ts'
import { smoothlyEnlarged } from '../../workers/operations/clean/at-original-size.ts'
import { estimateUpscale } from '../../workers/operations/clean/estimate-upscale.ts'
import { compressionIn } from '../../workers/operations/restore/compression-in.ts'
import { enlarged } from './choice.ts'
import type { Row, Section } from './section.ts'

/** Half of the photograph: its pixels are sharp, and show no subject alone. */
async function source(photograph: ImageData): Promise<ImageData> {
  const opaque = new ImageData(new Uint8ClampedArray(photograph.data), photograph.width)
  for (let i = 3; i < opaque.data.length; i += 4) opaque.data[i] = 255
  const half = (length: number) => 12 * Math.round(length / 24)
  return bicubic(opaque, half(opaque.width), half(opaque.height))
}

const row = (name: string, degrade: Degrade): Row => ({
  name,
  async measure(photograph, seed) {
    const { data, width, height } = await degrade(await source(photograph), seed)
    const pixels = data as Uint8ClampedArray<ArrayBuffer>
    const image: RasterImage = { pixels, width, height, alpha: false }
    const { enlargement } = await compressionIn(image, { checkpoint: async () => {} })
    const dips = estimateUpscale(image) !== undefined
    return [dips, enlargement > 0, smoothlyEnlarged(image, enlargement)].map((v) => (v ? 100 : 0))
  },
})

const small = (factor: number, filter: 'low' | 'catrom', quality: number) =>
  enlarged(factor, filter, jpeg(quality))

export const enlargement: Record<string, Section> = {
  'enlarged before': {
    about:
      'Share of images that are taken for enlarged, by how well they survive being reduced and enlarged again, by the estimate of damage, and by both, as `deblur`, `face_enhance` and `denoise` with `deblur` do. Photographs of people at half of their size; the threshold was chosen on others.',
    pictures: 'held-out street',
    needs: ['matting'],
    columns: ['reduced, %', 'estimate, %', 'both, %'],
    rows: [
      row('clean', none),
      ...[75, 40, 20, 10].map((quality) => row(`JPEG ${quality}`, jpeg(quality))),
      row('Gaussian blur 1.6', blurred(gaussian(1.6))),
      row('Gaussian blur 2.5, JPEG 40', chained(blurred(gaussian(2.5)), jpeg(40))),
      row('lens blur 3', blurred(disk(3))),
      row('noise 15, JPEG 60', chained(noisy(15), jpeg(60))),
      row('enlarged by 1.5, bicubic', enlarged(1.5, 'catrom')),
      row('JPEG 75 enlarged by 2, bilinear', small(2, 'low', 75)),
      row('enlarged by 2, bicubic, JPEG 80', chained(enlarged(2, 'catrom'), jpeg(80))),
      row('JPEG 85 enlarged by 3, bilinear', small(3, 'low', 85)),
      row('JPEG 80 enlarged by 4, bicubic', small(4, 'catrom', 80)),
    ],
  },
}
