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

export const faces: Record<string, Section> = {
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
