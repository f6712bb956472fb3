import { expect, it } from 'vitest'
import { defaultLimits } from '../../src/plan/limits.ts'
import { type ImageInfo, plan } from '../../src/plan/plan.ts'
import { normalize } from '../../src/request/normalize.ts'
import type { CustomModelNames } from '../../workers/operations/operation.ts'
import { requirementsOf } from '../../workers/requirements.ts'

const url = 'https://pictures.example/a.jpg'
const source: ImageInfo = { format: 'jpeg', width: 300, height: 200 }
const shape = { width: 300, height: 200, alpha: true, decodeBytes: 3 * 4 * 300 * 200 }
const extra = {
  caption: shape,
  replace: shape,
  nsfw: shape,
  mask: shape,
  hints: shape,
  sent: shape,
}

const needsOf = (
  request: object,
  custom: CustomModelNames = {},
  image = source,
  matteAvailable = false,
) =>
  requirementsOf(plan(normalize({ url, ...request }).request, image, defaultLimits), {
    sourceBytes: 30_000,
    extra,
    custom,
    matteAvailable,
  })

const faces = ['blazeface', 'restore']
const deblurring = ['clean', 'deblur', 'deblur-compressed', 'restore', 'restore-soft']

it.each([
  [
    { enhancements: ['denoise', 'deblur', 'clean'] },
    [...deblurring, 'span-x2', 'span-x4', 'restore-noise', 'denoise-v1'],
  ],
  [
    { enhancements: ['denoise', 'deblur'], denoise_parameters: { type: 'v2' } },
    ['denoise-v2', 'restore-noise', ...deblurring],
  ],
  [{ enhancements: ['deblur'] }, deblurring],
  [{ enhancements: ['clean', 'deblur'] }, [...deblurring, 'span-x2', 'span-x4']],
  [
    { preset: 'auto_enhance' },
    [
      'denoise-v2',
      'restore-noise',
      'white-balance',
      'span-x4',
      'restore-x4',
      'blazeface',
      ...deblurring,
    ],
  ],
  [{ width: '200%', upscale_parameters: { type: 'text_x4' } }, ['text-x4']],
  [{ width: '400%', upscale_parameters: { type: 'text_x4' } }, ['text-x4']],
  [{ width: '50%', upscale_parameters: { type: 'text_x4' } }, []],
  [{ width: '400%', upscale_parameters: { type: 'v1' } }, ['span-x4', 'restore-x4']],
  [{ width: '400%', upscale_parameters: { mode: 'faithful' } }, ['span-x4']],
  [{ width: '200%', upscale_parameters: { mode: 'restore' } }, ['restore-x4']],
  [{ enhancements: ['face_enhance'] }, faces],
  [{ width: '400%', enhancements: ['face_enhance'] }, [...faces, 'span-x4']],
  [
    { width: '400%', enhancements: ['face_enhance'], upscale_parameters: { mode: 'auto' } },
    [...faces, 'span-x4', 'restore-x4'],
  ],
  [{ enhancements: ['face_enhance'], face_enhance_parameters: { level: 0 } }, ['blazeface']],
  [{ background: { remove: 'item' } }, ['edge', 'matte']],
  [{ background: { remove: 'human' } }, ['edge', 'matte']],
  [{ background: { mask: 'https://example.org/mask.png' } }, ['edge']],
  [{ background: { mask: 'https://example.org/mask.png', refine: false } }, []],
  [{ safe: true }, ['nsfw']],
  [{ enhancements: ['white_balance'] }, ['white-balance']],
  [{ enhancements: ['white_balance'], white_balance_parameters: { level: 0 } }, []],
  [{ width: 100, height: 100, fit: { crop: 'content' } }, []],
  [{ width: 450, height: 450, fit: { crop: 'content' } }, ['span-x4', 'span-x2', 'restore-x4']],
  [{ width: 100, height: 100, fit: { crop: 'item' } }, ['span-x4', 'span-x2', 'restore-x4']],
])('%j may load %j', (request, models) => {
  expect(needsOf(request).models.toSorted()).toEqual(models.toSorted())
})

it.each([
  [{ width: 900, height: 600 }, false],
  [{ width: 300, height: 200 }, true],
])('a crop to the content of %j may cut it out, with models available: %j', (size, available) => {
  const request = { width: 100, height: 100, fit: { crop: 'content' } }
  const { models } = needsOf(request, {}, { ...source, ...size }, available)
  expect(models.toSorted()).toEqual(['blazeface', 'edge', 'matte'])
})

it.each([
  [{ background: { remove: 'v2' } }, ['own-background', 'edge']],
  [{ background: { remove: 'human' } }, ['own-human', 'edge']],
  [{ background: { remove: 'item' } }, ['matte', 'edge']],
  [{ enhancements: ['face_enhance'] }, ['blazeface', 'own-face']],
])('%j loads the models of the application', (request, models) => {
  const custom = { background: 'own-background', human: 'own-human', face: 'own-face' }
  expect(needsOf(request, custom).models).toEqual(models)
})

it('what comes back beside a larger source is enlarged to its size', () => {
  const generated = { background: { generate: { description: 'a beach' } } }
  const large: ImageInfo = { format: 'jpeg', width: 3000, height: 1900 }
  expect(needsOf(generated, {}, large).models).toContain('span-x2')
  expect(needsOf(generated).models).toEqual([])
})

it('what comes after a remote segment may enlarge what came back', () => {
  expect(needsOf({ preset: 'burst of particles', width: 3000 }).models).toEqual(
    expect.arrayContaining(['span-x2', 'span-x4']),
  )
})

it.each(['auto', 'human', 'item', 'v2'] as const)(
  'a cut-out of the largest image: %s',
  (remove) => {
    const largest: ImageInfo = { format: 'jpeg', width: 11_313, height: 11_313 }
    const { usual } = needsOf({ background: { remove } }, {}, largest).peakBytes
    // What a job gets of 4 GiB.
    expect(usual).toBeLessThan(0.75 * 2 ** 32)
  },
)

it.each([
  ['jpeg', 'jpeg', 56],
  ['jpeg', 'webp', 66],
  ['jpeg', 'avif', 188],
  ['jpeg', 'jxl', 341],
  ['png', 'jpeg', 61],
  ['png', 'png', 130],
  ['png', 'webp', 148],
] as const)(
  'from %s to %s, 6 megapixels: about the %d MB that were measured',
  (format, to, megabytes) => {
    const image: ImageInfo = { format, width: 3000, height: 2000 }
    const { usual } = needsOf({ output_format: to }, {}, image).peakBytes
    expect(usual / 1e6 / megabytes).toBeGreaterThan(0.8)
    expect(usual / 1e6 / megabytes).toBeLessThan(1.25)
  },
)

it('memory grows with the image, and heaps are held by later steps', () => {
  const large = { ...source, width: 3000, height: 2000 }
  const light = needsOf({ enhancements: ['light'] }, {}, large).peakBytes.usual
  const both = needsOf({ enhancements: ['denoise', 'light'] }, {}, large).peakBytes.usual
  expect(light).toBeGreaterThan(2 * 4 * 6e6)
  expect(light).toBeLessThan(4 * 4 * 6e6)
  expect(both).toBeGreaterThan(light)
  expect(needsOf({ enhancements: ['light'] }).peakBytes.usual).toBeLessThan(light / 2)
})

it('the preset on a photograph of 12 megapixels holds what its tiles do, and at most 220 MB beside them', () => {
  const photograph: ImageInfo = { format: 'jpeg', width: 4000, height: 3000 }
  const { small, usual, large } = needsOf({ preset: 'auto_enhance' }, {}, photograph).peakBytes
  expect(small).toBeLessThan(260e6)
  expect(usual).toBeLessThan(360e6)
  expect(large).toBeLessThan(510e6)
})

it('a plan without networks holds as much with tiles of any size', () => {
  const { small, usual, large } = needsOf({ enhancements: ['light'] }).peakBytes
  expect([small, large]).toEqual([usual, usual])
})

it('counts what all sizes share while each of them is made, and the models of each', () => {
  const large = { ...source, width: 3000, height: 2000 }
  const alone = needsOf({ width: 1000 }, {}, large)
  const several = needsOf({ sizes: [1000, 500], safe: true }, {}, large)
  expect(several.models).toEqual(['nsfw'])
  expect(several.peakBytes.usual).toBeGreaterThanOrEqual(alone.peakBytes.usual)
  // Beside the copy that is encoded.
  expect(needsOf({ sizes: [3000, 2999] }, {}, large).peakBytes.usual).toBeGreaterThan(
    3.1 * 4 * 3000 * 2000,
  )
})
