import { camera } from '../../scripts/lib/camera.ts'
import {
  blurred,
  chained,
  type Degrade,
  gaussian,
  jpeg,
  noisy,
  none,
} from '../../scripts/lib/degrade.ts'
import { bicubic, part } from '../../scripts/lib/pictures.ts'
import { psnr } from '../lib/psnr.ts'
import type { Row, Section } from './section.ts'

const SIDE = 160

const denoise = {
  enhancements: ['denoise'],
  denoise_parameters: { type: 'v2' },
} as const
const clean = { enhancements: ['clean'] } as const
const deblur = { enhancements: ['deblur'] } as const

/** A row of `first` and `deblur`, in two jobs and in one. */
const rowOf =
  (first: typeof denoise | typeof clean) =>
  (name: string, degrade: Degrade): Row => ({
    name,
    async measure(photograph, seed, develop) {
      const [width, height] = [photograph.width >> 1, photograph.height >> 1]
      const half = await bicubic(photograph, width, height)
      const [x, y] = [width, height].map((length) => Math.max(0, (length - SIDE) >> 1))
      const size = (length: number) => Math.min(SIDE, length)
      const truth = part(half, x as number, y as number, size(width), size(height))
      const input = await degrade(truth, seed)
      const inTurn = await develop(await develop(input, first), deblur)
      const both = { ...first, enhancements: [...first.enhancements, 'deblur'] } as const
      const results = [input, inTurn, await develop(input, both)]
      return results.map((result) => psnr(result, truth))
    },
  })
const untouchedRow = (name: string, degrade: Degrade): Row => ({
  name,
  async measure(photograph, seed, develop) {
    const input = await degrade(photograph, seed)
    const result = await develop(input, { ...denoise, enhancements: ['denoise', 'deblur'] })
    return [psnr(input, photograph), psnr(result, photograph)]
  },
})
const [noisyRow, compressedRow] = [rowOf(denoise), rowOf(clean)]

const soft = (sigma: number) => blurred(gaussian(sigma))

const together = (enhancements: string, rows: Row[]): Section => ({
  about: `PSNR in dB of one job with ${enhancements}, and of two, one after the other: the middle ${SIDE} px of street photographs that no network has learned from, reduced by two.`,
  pictures: 'street',
  count: 104,
  needs: ['matting/street'],
  columns: ['input', 'two jobs', 'one job'],
  worstFrom: 1,
  rows,
})

export const inOneJob: Record<string, Section> = {
  'denoise and deblur together': together('both enhancements (`denoise` v2)', [
    noisyRow('clean', none),
    noisyRow('middle ISO, JPEG 90', chained(camera(1.7e-3), jpeg(90))),
    noisyRow('middle ISO, JPEG 60', chained(camera(1.7e-3), jpeg(60))),
    noisyRow('blur 1.2, JPEG 92', chained(soft(1.2), jpeg(92))),
    noisyRow('JPEG 50', jpeg(50)),
    noisyRow('blur 1, low ISO, JPEG 90', chained(soft(1), camera(3e-4), jpeg(90))),
    noisyRow('blur 1, middle ISO, JPEG 70', chained(soft(1), camera(1.7e-3), jpeg(70))),
    noisyRow('blur 1, noise 4, JPEG 60', chained(soft(1), noisy(4), jpeg(60))),
  ]),
  'clean and deblur together': together('both enhancements', [
    compressedRow('clean', none),
    compressedRow('JPEG 50', jpeg(50)),
    compressedRow('JPEG 85', jpeg(85)),
    compressedRow('blur 0.6, JPEG 70', chained(soft(0.6), jpeg(70))),
    compressedRow('blur 1, JPEG 70', chained(soft(1), jpeg(70))),
    compressedRow('blur 1.4, JPEG 40', chained(soft(1.4), jpeg(40))),
    compressedRow('blur 1, noise 4, JPEG 60', chained(soft(1), noisy(4), jpeg(60))),
  ]),
  'photographs with little to restore': {
    pictures: 'photographs',
    about:
      'PSNR in dB of one job with `denoise` (v2) and `deblur`, to the photograph: dense texture must not be taken for noise.',
    columns: ['input', 'one job'],
    worstFrom: 0,
    rows: [
      untouchedRow('clean', none),
      untouchedRow('JPEG 92', jpeg(92)),
      untouchedRow('JPEG 60', jpeg(60)),
    ],
  },
}
