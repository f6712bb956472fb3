import { describe, expect, it } from 'vitest'
import { defaultLimits, type Limits } from '../../src/plan/limits.ts'
import { type ImageInfo, plan } from '../../src/plan/plan.ts'
import { requireRemote } from '../../src/plan/require-remote.ts'
import { resizeSteps } from '../../src/plan/resize-steps.ts'
import type { Step } from '../../src/plan/steps.ts'
import { normalize } from '../../src/request/normalize.ts'

const url = 'https://pictures.example/a.jpg'
const source = (width: number, height: number): ImageInfo => ({ format: 'jpeg', width, height })
const stepsFor = (request: object, from = source(300, 200)) =>
  plan(normalize({ url, ...request }).request, from, defaultLimits).steps.map(said)

function said(step: Step): string {
  switch (step.op) {
    case 'upscale':
      return `x${step.scale}`
    case 'resize':
      return `resize ${step.width} x ${step.height}`
    case 'crop':
    case 'canvas':
      return `${step.op} ${step.width} x ${step.height} at ${step.x},${step.y}`
    default:
      return step.op
  }
}

describe('steps', () => {
  it.each([
    [{}, []],
    [{ width: '100%' }, []],
    [{ width: 300, height: 200 }, []],
    [{ width: '50%' }, ['resize 150 x 100']],
    [{ width: '105%' }, ['resize 315 x 210']],
    [{ width: '110%' }, ['x2', 'resize 330 x 220']],
    [{ width: '200%' }, ['x2']],
    [{ height: 400 }, ['x2']],
    [{ width: '150%' }, ['x2', 'resize 450 x 300']],
    [{ width: '400%' }, ['x4']],
    [{ width: '250%' }, ['x4', 'resize 750 x 500']],
    [{ width: '600%' }, ['x4', 'resize 1800 x 1200']],
    [{ width: 600, height: 600 }, ['x2', 'canvas 600 x 600 at 0,100']],
    [{ width: 100, height: 100 }, ['resize 100 x 67', 'canvas 100 x 100 at 0,16']],
    [{ padding: 10 }, ['canvas 320 x 220 at 10,10']],
    // A part is scaled with a margin of 16 pixels, then cropped exactly.
    [
      { width: 200, height: 400, fit: { crop: 'center' } },
      ['crop 132 x 200 at 84,0', 'x2', 'crop 200 x 400 at 32,0'],
    ],
    [
      { width: 300, height: 100, fit: { crop: 'center' } },
      ['crop 300 x 132 at 0,34', 'crop 300 x 100 at 0,16'],
    ],
    [{ width: 300, height: 100, fit: 'crop' }, ['subject']],
    [{ width: 300, fit: 'crop' }, []],
    [{ fit: { crop: 'item' } }, ['subject']],
    [{ background: { color: '#fff' } }, ['flatten']],
    [{ background: { color: 'auto' } }, []],
    [{ background: { remove: 'auto' } }, ['background', 'cut_out']],
    [{ background: { remove: 'item', color: '#fff' } }, ['background', 'cut_out', 'flatten']],
    [
      { background: { remove: 'item', output: 'mask', color: '#fff' } },
      ['background', 'cut_out', 'mask'],
    ],
    [{ background: { replace: url, output: 'mask' } }, ['background', 'cut_out', 'mask']],
    [{ background: { mask: url, remove: 'generative' } }, ['cut_out']],
    [{ background: { color: '#fff', hints: url } }, ['cut_out', 'flatten']],
    [{ background: { remove: 'human', color: 'auto' } }, ['background', 'cut_out', 'backdrop']],
    [{ background: { replace: url, color: '#fff' } }, ['background', 'cut_out', 'backdrop']],
    [
      { background: { replace: url }, width: 100, height: 100 },
      ['background', 'cut_out', 'resize 100 x 67', 'canvas 100 x 100 at 0,16', 'backdrop'],
    ],
    [{ background: { remove: 'auto' }, min_length: 400 }, ['background', 'cut_out', 'subject']],
    [{ preset: 'solid-colors-charcoal' }, ['background', 'cut_out', 'flatten']],
    [{ caption: { url }, safe: true }, ['caption', 'nsfw']],
    [
      {
        enhancements: ['face_enhance', 'light', 'clean'],
        width: '200%',
        background: { remove: 'auto' },
      },
      ['clean', 'light', 'background', 'cut_out', 'x2', 'face_enhance'],
    ],
    [{ generative_upscale: true, width: '200%' }, ['remote', 'fit']],
    [{ preset: 'real_estate' }, ['light', 'color']],
    [{ preset: 'enhance_document' }, ['clean', 'document']],
    [
      { preset: 'enhance_document', enhancements: ['color', 'denoise'] },
      ['denoise', 'document', 'color'],
    ],
    [{ preset: 'enhance_document', enhancements: ['light'] }, ['light']],
  ])('%j', (request, steps) => {
    expect(stepsFor(request)).toEqual(steps)
  })

  it('scales little more than the visible part, however small that is', () => {
    const request = { width: 3000, height: 3000, fit: { crop: 'center' } }
    const [part, ...others] = stepsFor(request, source(5, 5000))
    expect(part).toBe('crop 5 x 8 at 0,2496')
    expect(others).toEqual(['x4', 'resize 3000 x 4800', 'crop 3000 x 3000 at 0,900'])
  })

  it('upscales images of a few pixels per side with bicubic', () => {
    expect(stepsFor({ width: '400%' }, source(3, 200))).toEqual(['resize 12 x 800'])
    expect(stepsFor({ width: '400%' }, source(4, 200))).toEqual(['x4'])
  })

  it('uses x2 if x4 would exceed the limit', () => {
    expect(stepsFor({ width: '210%' }, source(4000, 3000))).toEqual(['x2', 'resize 8400 x 6300'])
  })

  it('uses bicubic if x2 would exceed it too', () => {
    expect(stepsFor({ width: '120%' }, source(9000, 9000))).toEqual(['resize 10800 x 10800'])
  })

  it.each([
    [{ width: 100_000 }, 'width'],
    [{ height: 100_000 }, 'height'],
    [{ width: '9000%' }, 'width'],
    [{ width: 16_000, height: 16_000 }, 'width'],
    [{ width: 100, height: 2_000_000 }, 'height'],
    [{ width: 2_000_000, height: 100 }, 'width'],
    [{ width: 100, min_length: 100_000 }, 'min_length'],
    [{ width: 100_000, min_length: 100 }, 'width'],
    [{ padding: 100_000 }, 'padding'],
    [{ width: 16_384, height: 9, output_format: 'webp' }, 'width'],
  ])('refuses %j as too large, by name', (request, path) => {
    expect(() => stepsFor(request)).toThrow(expect.objectContaining({ code: 'TOO_LARGE', path }))
  })

  it.each(['B0', 'A0', 'C0', 'ansi e', 'arch e'])('has room for paper of %s', (print_size) => {
    expect(() => stepsFor({ print_size })).not.toThrow()
    const lowered = { ...defaultLimits, outputPixels: 100e6 }
    const { request } = normalize({ url, print_size })
    expect(() => plan(request, source(300, 200), lowered)).toThrow(
      expect.objectContaining({ code: 'TOO_LARGE', path: 'print_size' }),
    )
  })

  it.each([
    [20_000, {}],
    [70_000, {}],
    [20_000, { output_format: 'jpeg' }],
  ])('leaves a picture of %i x 10 pixels as it is', (width, request) => {
    expect(stepsFor(request, source(width, 10))).toEqual([])
  })

  it.each([
    ['webp', 16_384, 'png, jpeg, avif, jxl can'],
    ['jpeg', 65_536, 'png, jxl can'],
  ])('says which formats hold a longer side than %s', (output_format, width, message) => {
    expect(() => stepsFor({ output_format }, source(width, 10))).toThrow(message)
    expect(() => stepsFor({ output_format, width, height: 10 })).toThrow(message)
  })

  it('says few pixels as pixels', () => {
    const refusal = (limits: Partial<Limits>) => () =>
      plan(normalize({ url, width: 200 }).request, source(300, 200), {
        ...defaultLimits,
        ...limits,
      })
    expect(refusal({ outputPixels: 10_000 })).toThrow('at most 10000 pixels for width')
    expect(refusal({ decodedPixels: 100 })).toThrow('at most 100 pixels for url')
    expect(() => stepsFor({ width: 60_000 })).toThrow('at most 128.0 megapixels for width')
  })

  it('refuses a source with too many pixels', () => {
    expect(() => stepsFor({}, source(60_000, 60_000))).toThrow(
      expect.objectContaining({ code: 'TOO_LARGE', path: 'url' }),
    )
  })
})

describe('a caption', () => {
  it('stands where its letters say, 25 % wide in the lower right corner by default', () => {
    const { steps } = plan(
      normalize({ url, caption: { url } }).request,
      source(9, 9),
      defaultLimits,
    )
    expect(steps).toEqual([
      {
        op: 'caption',
        at: { horizontal: 'right', vertical: 'bottom' },
        widthPercent: 25,
        opacity: 1,
        maxPixels: defaultLimits.outputPixels,
      },
    ])
  })
})

describe('output', () => {
  const outputOf = (request: object) =>
    plan(normalize({ url, ...request }).request, source(300, 200), defaultLimits).output

  it.each([
    [{}, { format: 'auto', quality: 85, exif: false }],
    [{ dpi: 72 }, { format: 'auto', quality: 85, exif: false, dpi: 72 }],
    [{ print_size: 'a8' }, { format: 'auto', quality: 85, exif: false, dpi: 300 }],
    [{ max_file_size: 900 }, { format: 'auto', quality: 100, exif: false, maxFileSize: 900 }],
    [
      { max_file_size: 900, quality: 70, output_format: 'webp', keep_exif: true },
      { format: 'webp', quality: 70, exif: true, maxFileSize: 900 },
    ],
  ])('%j', (request, output) => {
    expect(outputOf(request)).toEqual(output)
  })

  it.each([
    ['jpeg', 'auto'],
    ['webp', 'auto'],
    ['png', 'jpeg'],
    ['gif', 'jpeg'],
    ['pixels', 'jpeg'],
  ] as const)('of a %s with a file size alone: %s', (format, expected) => {
    const { request } = normalize({ url, max_file_size: 900 })
    const info = { ...source(300, 200), format }
    expect(plan(request, info, defaultLimits).output.format).toBe(expected)
  })
})

it('frames what was found with the steps of its size', () => {
  const [step] = plan(
    normalize({ url, width: 400, height: 400, fit: 'crop', background: { color: '#000' } }).request,
    source(300, 200),
    defaultLimits,
  ).steps.slice(1)
  if (step?.op !== 'subject') throw new Error('nothing to locate')
  const found = { x: 0, y: 80, width: 300, height: 40 }
  expect(resizeSteps({ width: 300, height: 200 }, step, found)).toEqual([
    { op: 'upscale', model: 'span-x2', scale: 2, ifDegraded: 'restore-x4' },
    { op: 'resize', width: 400, height: 267, filter: 'lanczos3' },
    { op: 'canvas', width: 400, height: 400, x: 0, y: 66, fill: [0, 0, 0] },
  ])
})

describe('compression is left to an enlargement that removes it', () => {
  const enhancements = ['denoise', 'deblur', 'light']
  it.each([
    [{ width: '400%' }, true],
    [{ width: '400%', crop: { x: 0, y: 0, width: 90, height: 90 } }, true],
    [{ width: '100%' }, undefined],
    [{ width: '400%', enhancements: ['clean', ...enhancements] }, undefined],
    [{ width: '400%', upscale_parameters: { mode: 'faithful' } }, undefined],
    [{ width: '400%', upscale_parameters: { mode: 'restore' } }, true],
    [{ width: '400%', background: { remove: 'auto' } }, undefined],
    [{ sizes: [100, 1200] }, undefined],
  ])('%j: %s', (fields, expected) => {
    const { request } = normalize({ url, enhancements, ...fields })
    const { steps } = plan(request, source(300, 200), defaultLimits)
    expect(steps.find(({ op }) => op === 'restore')).toMatchObject({ op: 'restore' })
    expect(steps.flatMap((step) => (step.op === 'restore' ? step.restoredLater : []))).toEqual([expected]) // biome-ignore format: a line
  })
})

describe('what cannot be done', () => {
  const refusalOf =
    (request: object, hasRemote = false) =>
    () =>
      requireRemote(normalize({ url, ...request }).request, hasRemote)

  it.each([
    [{ generative_upscale: true }, 'generative_upscale'],
    [{ fit: { canvas: 'outpainting' } }, 'fit'],
    [{ background: { remove: 'generative' } }, 'background.remove'],
    [{ background: { generate: { description: 'a beach' } } }, 'background.generate'],
    [{ preset: 'burst of particles' }, 'preset'],
    [{ model_type: 'modelq' }, 'model_type'],
    [{ placement: {} }, 'placement'],
  ])('needs a remote service: %j', (request, path) => {
    expect(refusalOf(request)).toThrow(
      expect.objectContaining({ code: 'REMOTE_NOT_CONFIGURED', path }),
    )
  })

  it('is not a prompt for an upscale that is not generative', () => {
    const background = { generate: { adapter_type: 'upscale', description: 'a cat' } }
    expect(refusalOf({ background, width: '200%' })).not.toThrow()
  })
})
