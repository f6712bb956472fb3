import { camera } from '../../scripts/lib/camera.ts'
import {
  blurred,
  chained,
  type Degrade,
  disk,
  gaussian,
  halved,
  jpeg,
  noisy,
  none,
  quarter,
  sharpened,
} from '../../scripts/lib/degrade.ts'
import { bicubic } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { psnr } from '../lib/psnr.ts'
import { nonLocalMeans, smoothing, unsharp } from './classical.ts'
import type { Row, Section } from './section.ts'

type Methods = Record<string, ProcessingRequest>

/** A degradation, and classical methods to compare with. The best of them counts. */
type Case = [name: string, degrade: Degrade, classical?: Degrade[]]

const noise = (sigma: number): Case => [`noise ${sigma}`, noisy(sigma), [nonLocalMeans(sigma)]]
/** The picture of a camera with that shot noise, saved as JPEG. */
const iso = (level: string, shot: number, strengths: number[]): Case => [
  `${level} ISO`,
  chained(camera(shot), jpeg(90)),
  strengths.map(nonLocalMeans),
]
const blur = (name: string, kernel: number[][]): Case => [
  name,
  chained(blurred(kernel), noisy(1)),
  unsharp,
]
const poor = (name: string, degrade: Degrade): Case => [name, degrade, smoothing]

function section(classical: string | undefined, methods: Methods, cases: Case[]): Section {
  const known = classical ? ['input', classical] : ['bicubic']
  return {
    about: 'PSNR in dB over red, green and blue.',
    pictures: classical ? 'middles' : 'pages',
    columns: [...known, ...Object.keys(methods)],
    worstFrom: known.length,
    rows: cases.map((one) => row(one, Object.values(methods), classical !== undefined)),
  }
}

const row = (
  [name, degrade, classical = []]: Case,
  requests: ProcessingRequest[],
  isCompared: boolean,
): Row => ({
  name,
  async measure(truth, seed, develop) {
    const input = await degrade(truth, seed)
    const { width, height } = truth
    const shown = input.width === width ? input : await bicubic(input, width, height)
    const known = await Promise.all(classical.map((method) => method(input, seed)))
    const best = Math.max(...known.map((image) => psnr(image, truth)))
    const ours = []
    for (const request of requests) ours.push(psnr(await develop(input, request), truth))
    return [psnr(shown, truth), ...(isCompared ? [best] : []), ...ours]
  },
})

const denoise: Methods = {
  v1: { enhancements: ['denoise'] },
  v2: { enhancements: ['denoise'], denoise_parameters: { type: 'v2' } },
}

export const restoration: Record<string, Section> = {
  denoise: section('NL-means', denoise, [
    ['clean', none],
    ...[5, 15, 25, 50].map(noise),
    [
      'noise 25, Gaussian blur 1.5',
      chained(blurred(gaussian(1.5)), noisy(25)),
      [nonLocalMeans(25)],
    ],
  ]),
  'camera noise': section('NL-means', denoise, [
    iso('low', 3e-4, [3, 6, 10]),
    iso('middle', 1.7e-3, [8, 14, 20]),
    iso('high', 4.3e-3, [15, 22, 30]),
  ]),
  deblur: section(
    'unsharp mask',
    {
      deblur: { enhancements: ['deblur'] },
    },
    [
      ['sharp', none],
      ...[1, 1.6, 2.5].map((sigma) => blur(`Gaussian blur ${sigma}`, gaussian(sigma))),
      ...[2, 4].map((radius) => blur(`disk blur ${radius}`, disk(radius))),
    ],
  ),
  clean: section('smoothing', { clean: { enhancements: ['clean'] } }, [
    ['nothing to clean', none],
    ...[10, 20, 40, 80].map((quality) => poor(`JPEG ${quality}`, jpeg(quality))),
    poor('half and up, nearest', halved('pixelated')),
    poor('half and up, bilinear', halved('low')),
    poor('half and up, bicubic, sharpened', chained(halved('catrom'), sharpened(2, 1))),
    poor('half and up, bilinear, JPEG 60', chained(halved('low'), jpeg(60))),
  ]),
  text_x4: section(
    undefined,
    {
      v1: { width: '400%' },
      text_x4: { width: '400%', upscale_parameters: { type: 'text_x4' } },
    },
    [
      ['a quarter', quarter],
      ['a quarter, JPEG 80', chained(quarter, jpeg(80))],
    ],
  ),
}
