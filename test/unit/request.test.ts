import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { defaultLimits } from '../../src/plan/limits.ts'
import { plan } from '../../src/plan/plan.ts'
import { normalize } from '../../src/request/normalize.ts'
import type { ProcessingRequest } from '../../src/request/schema.ts'
import { DarkroomError } from '../../src/shared/errors.ts'
import { parseStorageUrl } from '../../src/storages/storage-url.ts'
import { brokenRequests, requests, url } from './requests.ts'

const formOf = (request: object) => normalize({ url, ...request }).request
const warningsOf = (request: object) => normalize({ url, ...request }).warnings
const refusal = (request: unknown) => {
  try {
    normalize(request)
  } catch (error) {
    return error as DarkroomError
  }
  throw new Error('the request was accepted')
}

describe('sizes', () => {
  it.each([
    [1920, 1920],
    ['1920', 1920],
    ['200%', '200%'],
    [' 12.5 % ', '12.5%'],
    [100.5, 101],
    ['100.4', 100],
    [0.5, 1],
  ])('takes %j', (width, expected) => {
    expect(formOf({ width }).width).toBe(expected)
  })

  it.each([-1, 0, 0.4, '0.4', 'wide', '', '-5%', '0%', '1e3', true, [], {}, Number.NaN])(
    'refuses %j and names the field, what it takes and what came',
    (width) => {
      const error = refusal({ url, width })
      expect(error).toMatchObject({ code: 'BAD_REQUEST', status: 400, path: 'width' })
      expect(error.message).toMatch(
        /^Expected a positive number of pixels .* for width but received /,
      )
    },
  )

  it('gives paper precedence, with a warning', () => {
    const sizes = { width: 100, height: 100, min_length: 5000, max_length: 100 }
    const { request, warnings } = normalize({ url, print_size: 'a4', ...sizes })
    const fields = Object.keys(sizes)
    for (const field of fields) expect(request).not.toHaveProperty(field)
    expect(warnings).toMatchObject(fields.map((path) => ({ code: 'IGNORED', path })))
  })
})

describe('sizes beyond min_length and max_length', () => {
  it.each([
    [{ min_length: 500, max_length: 300 }, ['min_length']],
    [{ width: 1000, height: 800, max_length: 900 }, ['width']],
    [{ width: '400%', max_length: 900 }, []],
    [{ width: 900, max_length: 900 }, []],
    [{ preset: 'auto_enhance', width: 6000 }, []],
    [{ preset: 'ecommerce_upscaled', max_length: 1000 }, []],
    [{ width: 200, min_length: 600 }, ['width']],
    [{ width: 800, height: 200, min_length: 600, max_length: 900 }, ['height']],
    [{ width: 100, min_length: 600, max_length: 100 }, ['min_length']],
    [{ width: 900, min_length: 600 }, []],
    [{ max_length: 9000, min_length: 10, safe: true }, []],
  ])('%j', (sizes, paths) => {
    expect(warningsOf(sizes)).toMatchObject(paths.map((path) => ({ code: 'LIMITED', path })))
  })
})

it('warns that a colour is not seen behind a replacement', () => {
  const background = { color: '#ffffff', replace: url }
  expect(warningsOf({ background })).toMatchObject([{ code: 'IGNORED', path: 'background.color' }])
  expect(warningsOf({ background: { replace: url } })).toEqual([])
})

describe('values', () => {
  it.each([
    ['max_file_size', '500 kb', 500_000],
    ['max_file_size', '1.5MB', 1_500_000],
    ['max_file_size', '1gb', 1e9],
    ['max_file_size', 2048, 2048],
    ['max_file_size', '2048', 2048],
    ['quality', '90', 90],
    ['fit', {}, 'canvas'],
    ['fit', 'crop', { crop: 'content' }],
    ['output_format', 'jpg', 'jpeg'],
    ['padding', '20%', '20%'],
    ['padding', 0, 0],
    ['padding', '5.5', 6],
    ['crop', { x: -0.4, y: 1e-14, width: 20.5, height: '20.4' }, { x: 0, y: 0, width: 21, height: 20 }], // biome-ignore format: a row
    ['print_reorientation', 'false', false],
    ['webhook_url', 'https://a.example/b', undefined],
  ])('%s %j', (field, value, expected) => {
    expect({ ...formOf({ [field]: value }) }[field as 'width']).toEqual(expected)
  })

  it.each([
    ['#fff', '#FFFFFF'],
    ['a1B2c3', '#A1B2C3'],
    ['#a1b2c380', '#A1B2C380'],
    ['#f008', '#FF000088'],
    ['#F00F', '#FF0000'],
    ['#FF000000', 'transparent'],
    ['AUTO', 'auto'],
    ['transparent', 'transparent'],
  ])('colour %j', (color, expected) => {
    expect(formOf({ background: { color } }).background).toEqual({ color: expected })
  })

  it.each([
    ['LT', 'LT'],
    ['TL', 'LT'],
    ['ML', 'LM'],
    ['LM', 'LM'],
    ['MT', 'MT'],
    ['TM', 'MT'],
    ['MM', 'MM'],
    ['MR', 'RM'],
    ['BL', 'LB'],
    ['BM', 'MB'],
    ['BR', 'RB'],
    ['rb', 'RB'],
  ])('position %s', (position, expected) => {
    expect(formOf({ caption: { url, position } }).caption?.position).toBe(expected)
  })

  it.each([
    ['output_format', 'gif', 'output_format'],
    ['quality', 101, 'quality'],
    ['quality', 'best', 'quality'],
    ['upscale_parameters', { type: 'v9' }, 'upscale_parameters.type'],
    ['upscale_parameters', { mode: 'best' }, 'upscale_parameters.mode'],
    ['background', { color: 'red' }, 'background.color'],
    ['background', { color: '#FF000' }, 'background.color'],
    ['background', { mask: 'red' }, 'background.mask'],
    ['background', { mask: 'a.png', refine: 2 }, 'background.mask'],
    ['background', { refine: 2 }, 'background.refine'],
    ['background', { keep: 'all' }, 'background.keep'],
    ['background', { keep: [3] }, 'background.keep.0'],
    ['background', { erase: [{ x: 1, y: 1, width: 1 }] }, 'background.erase.0.height'],
    ['background', { erase: [{ x: 1, y: 1, width: 1, height: 0 }] }, 'background.erase.0.height'],
    ['background', { erase: [{ x: 'a', y: 1, width: 1, height: 1 }] }, 'background.erase.0.x'],
    ['background', { hints: 'white' }, 'background.hints'],
    ['background', { output: 'alpha' }, 'background.output'],
    ['background', 'red', 'background'],
    ['background', [], 'background'],
    ['background', { generate: { color: [1, 2] } }, 'background.generate.color.2'],
    ['caption', { url, position: 'LR' }, 'caption.position'],
    ['caption', { url, opacity: 101 }, 'caption.opacity'],
    ['caption', { position: 'LT' }, 'caption.url'],
    ['width', `${'9'.repeat(400)}%`, 'width'],
    ['enhancements', ['denoise', 'shine'], 'enhancements.1'],
    ['enhancements', 'denoise', 'enhancements'],
    ['fit', { crop: 'left' }, 'fit'],
    ['fit', 'stretch', 'fit'],
    ['print_size', 'A11', 'print_size'],
    ['max_file_size', '5 tb', 'max_file_size'],
    ['max_file_size', 0, 'max_file_size'],
    ['dpi', 0, 'dpi'],
    ['light_parameters', { level: 1.5 }, 'light_parameters.level'],
    ['upscale_strength', 10, 'upscale_strength'],
    ['target', 'shop/folder', 'target'],
    ['webhook_url', 'mailto:me@example.org', 'webhook_url'],
    ['urls', [], 'urls'],
  ])('refuses %s %j by its path', (field, value, path) => {
    const { url: _, ...rest } = { url, [field]: value }
    const error = refusal(field === 'urls' ? rest : { url, [field]: value })
    expect(error).toMatchObject({ code: 'BAD_REQUEST', path })
    expect(error.message).toMatch(/^Expected .* but received /)
  })
})

it('says which modes there are', () => {
  expect(refusal({ url, upscale_parameters: { mode: 'best' } }).message).toBe(
    'Expected one of auto, faithful, restore for upscale_parameters.mode but received "best"',
  )
})

describe('output', () => {
  it.each([
    [{ output_format: 'png', quality: 100 }, 'quality'],
    [{ output_format: 'png', max_file_size: 5 }, 'max_file_size'],
    [{ denoise_parameters: { type: 'v2' } }, 'denoise_parameters'],
    [{ nsfw_parameters: { threshold: 0 } }, 'nsfw_parameters'],
  ])('warns that part of %j has no effect', (request, path) => {
    expect(warningsOf(request)).toMatchObject([{ code: 'IGNORED', path }])
    expect(formOf(request)).not.toHaveProperty(path)
  })
})

describe('a field without effect', () => {
  const prompt = { description: 'a red car', adapter_type: 'upscale' }
  it.each([
    [
      { background: { generate: prompt } },
      ['background.generate.description', 'background.generate.adapter_type'],
    ],
    [
      { background: { generate: { ...prompt, model_type: 'modelq' } }, generative_upscale: false },
      [
        'background.generate.description',
        'background.generate.adapter_type',
        'background.generate.model_type',
      ],
    ],
    [{ model_type: 'modelq', adapter_type: 'upscale' }, ['model_type', 'adapter_type']],
    [{ preset: 'auto_enhance', model_type: 'modelq' }, ['model_type']],
    [{ image_app: 'a tool' }, ['image_app']],
    [{ fit: 'crop' }, ['fit']],
    [{ fit: { crop: 'center' }, width: 50 }, ['fit']],
    [{ fit: 'cover', height: 50 }, ['fit']],
    [{ print_reorientation: false }, ['print_reorientation']],
    [{ upscale_parameters: { type: 'text_x4', mode: 'restore' } }, ['upscale_parameters.mode']],
    [{ enhancements: ['light'], light_parameters: { level: 0 } }, ['light_parameters.level']],
    [{ preset: 'real_estate', color_parameters: { level: 0 } }, ['color_parameters.level']],
    [
      { preset: 'auto_enhance', white_balance_parameters: { level: 0 } },
      ['white_balance_parameters.level'],
    ],
    [{ light_parameters: { level: 0 } }, ['light_parameters']],
    [{ caption: { url, opacity: 0 } }, ['caption.opacity']],
    [
      { webhooks: { complete: 'https://a.example/b' }, webhook_url: 'https://a.example/c' },
      ['webhook_url'],
    ],
  ])('gives a warning that names it: %j', (request, paths) => {
    const warnings = warningsOf(request)
    expect(warnings.map(({ code, path }) => [code, path]).sort()).toEqual(
      paths.map((path) => ['IGNORED', path]).sort(),
    )
    for (const { path = '', message } of warnings) expect(message).toContain(path)
  })

  it.each([
    { preset: 'auto_enhance' },
    { preset: 'auto_enhance', enhancements: ['light'] },
    { preset: 'enhance_document' },
    { upscale_parameters: { mode: 'restore' } },
    { generative_upscale: true, background: { generate: prompt }, image_app: 'a tool' },
    { fit: { canvas: 'outpainting' }, image_app: 'a tool', model_type: 'modelq' },
    { fit: 'crop', width: 10, height: 10 },
    { fit: { crop: 'item' } },
    { fit: 'crop', print_size: 'A9', print_reorientation: true },
    { webhooks: { complete: 'https://a.example/b' }, webhook_url: 'https://a.example/b' },
    { enhancements: ['face_enhance'], face_enhance_parameters: { level: 0 } },
    { preset: 'enhance_document', enhancements: ['light'], light_parameters: { level: 0 } },
    { enhancements: ['light'], light_parameters: { level: 0.01 }, caption: { url, opacity: 1 } },
  ])('is the only one with a warning: %j', (request) => {
    expect(warningsOf(request)).toEqual([])
  })
})

describe('spellings', () => {
  it('has one of each', () => {
    const form = formOf({
      safe: true,
      nsfw_parameters: { thresold: 0.2, image_url: url },
      enhancements: ['face_enhance', 'clean', 'clean'],
      face_enhance_parameters: { smothing_level: 0.4 },
      webhook_url: 'https://a.example/b',
    })
    expect(form).toMatchObject({
      nsfw_parameters: { threshold: 0.2, nsfw_image_url: url },
      enhancements: ['clean', 'face_enhance'],
      face_enhance_parameters: { type: 'beautify-real', level: 1, smoothing_level: 0.4 },
      webhooks: { complete: 'https://a.example/b' },
    })
  })

  it('ignores unknown fields with a warning, at any depth', () => {
    expect(warningsOf({ colour: 'red', caption: { url, colour: 1 } })).toEqual([
      { code: 'UNKNOWN_FIELD', path: 'colour', message: 'colour is not a field and was ignored' },
      {
        code: 'UNKNOWN_FIELD',
        path: 'caption.colour',
        message: 'caption.colour is not a field and was ignored',
      },
    ])
  })

  it('names 20 unknown fields, and says how many others there are', () => {
    const junk = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`junk-${i}`, i]))
    const warnings = warningsOf(junk)
    expect(warnings).toHaveLength(21)
    expect(warnings[20]).toEqual({
      code: 'UNKNOWN_FIELD',
      message: '480 more keys are not fields and were ignored',
    })
    const [{ path, message } = { path: '', message: '' }] = warningsOf({ ['k'.repeat(1e6)]: 1 })
    expect(`${path}${message}`.length).toBeLessThan(300)
  })

  it('passes an unknown model_type on with a warning', () => {
    const { request, warnings } = normalize({ background: { generate: { model_type: 'newest' } } })
    expect(request.background?.generate?.model_type).toBe('newest')
    expect(warnings).toMatchObject([
      { code: 'UNKNOWN_VALUE', path: 'background.generate.model_type' },
    ])
  })

  it('takes null, undefined and an empty fit as absent', () => {
    const request = { width: null, height: undefined, fit: {}, caption: null, background: {} }
    expect(warningsOf(request)).toEqual([])
  })
})

describe('backgrounds', () => {
  it.each([
    [{ color: '#FF0000' }, { color: '#FF0000' }],
    [{ remove: 'auto' }, { remove: 'auto', color: 'transparent' }],
    [{ replace: url }, { replace: url, remove: 'auto' }],
    [
      { remove: 'human', color: 'auto' },
      { remove: 'human', color: 'auto' },
    ],
  ])('%j', (background, expected) => {
    expect(formOf({ background }).background).toEqual(expected)
  })
})

describe('sources', () => {
  it('needs an image, or something to generate', () => {
    expect(refusal({ width: 5 })).toMatchObject({
      message: 'File or image url is required',
      path: 'url',
    })
    expect(() => normalize({ background: { generate: {} } })).not.toThrow()
    expect(() => normalize({ preset: 'burst of particles' })).not.toThrow()
  })

  it('states which sizes a caption may have', () => {
    const { message } = refusal({ url, caption: { url, target_width_percentage: 1001 } })
    expect(message).toContain('from 0.01 to 1000')
  })

  it('takes url or urls, not both', () => {
    const { message } = refusal({ url, urls: [url] })
    expect(message).toBe('Expected url or urls but received both')
  })

  it.each(['test', '', 'ftp://x/y', 7])('refuses %j as url', (bad) => {
    expect(refusal({ url: bad })).toMatchObject({
      code: 'BAD_REQUEST',
      path: 'url',
      message: expect.stringMatching(/^Expected an http\(s\) URL, .* for url but received/),
    })
  })
})

describe('presets', () => {
  it('set fields, in order of execution', () => {
    expect(formOf({ preset: 'auto_enhance' })).toMatchObject({
      max_length: 4096,
      enhancements: [
        'denoise',
        'deblur',
        'white_balance',
        'exposure_correction',
        'light',
        'color',
        'face_enhance',
      ],
      denoise_parameters: { type: 'v2' },
      color_parameters: { type: 'hdr_light', level: 0.85 },
      white_balance_parameters: { level: 0.5 },
    })
  })

  it('are overridden by explicit fields, field by field', () => {
    const form = formOf({
      preset: 'auto_enhance',
      max_length: 900,
      light_parameters: { level: 0.2 },
    })
    expect(form).toMatchObject({
      max_length: 900,
      light_parameters: { type: 'hdr_light_advanced', level: 0.2 },
    })
  })

  it('are overridden by a size in any dimension', () => {
    expect(formOf({ preset: 'ecommerce_upscaled' }).width).toBe(2048)
    expect(formOf({ preset: 'ecommerce_upscaled', height: 50 })).not.toHaveProperty('width')
  })

  it('of one colour are a cut-out in front of it', () => {
    expect(formOf({ preset: 'solid-colors-dusty-rose' }).background).toEqual({
      remove: 'auto',
      color: '#D9B3BE',
    })
  })

  it('that are unknown are refused with the nearest name', () => {
    expect(refusal({ url, preset: 'real_estat' }).message).toContain('"real_estate"')
    expect(refusal({ url, preset: 'solid-colors-pink' })).toMatchObject({ path: 'preset' })
  })
})

it('has types that accept what callers write and nothing else', () => {
  expectTypeOf<{
    url: string
    width: '200%'
    fit: { crop: 'item' }
  }>().toExtend<ProcessingRequest>()
  expectTypeOf<{
    url: File
    height: null
    caption: { url: string }
  }>().toExtend<ProcessingRequest>()
  expectTypeOf<{ url: string; fit: 'stretch' }>().not.toExtend<ProcessingRequest>()
  expectTypeOf<{ url: string; quality: [] }>().not.toExtend<ProcessingRequest>()
})

describe('large values', () => {
  const texts = ['1', ' ', '%25', 'a', '9%', 'http://', 'storage://a/', '-', '#', '\u{1f600}']
  const fields = [
    ...[
      'width',
      'min_length',
      'padding',
      'max_file_size',
      'quality',
      'dpi',
      'print_size',
      'preset',
    ],
    ...[
      'target',
      'webhook_url',
      'output_format',
      'model_type',
      'adapter_type',
      'safe',
      'fit',
      'url',
    ],
    ...['background.color', 'background.remove', 'caption.position', 'light_parameters.level'],
    ...['background.generate.position', 'background.generate.model_type'],
  ]

  it.each(fields)('a text of 1 MB in %s takes 10 ms at most', (field) => {
    for (const text of texts) {
      const value = text.repeat(1e6 / text.length)
      const [outer = '', ...inner] = field.split('.')
      const request = {
        url,
        [outer]: inner.reduceRight<unknown>((v, key) => ({ [key]: v }), value),
      }
      const times = Array.from({ length: 5 }, () => {
        const start = performance.now()
        try {
          const { target } = normalize(request).request
          if (target) parseStorageUrl(target, 'target', { folder: true })
        } catch (error) {
          expect((error as Error).message.length).toBeLessThan(400)
        }
        return performance.now() - start
      })
      expect(Math.min(...times), JSON.stringify(text)).toBeLessThan(10)
    }
  })

  it('parses a path that is encoded many times quickly', () => {
    const path = `storage://a/%${'25'.repeat(2000)}2e`
    const start = performance.now()
    expect(() => parseStorageUrl(path, 'url')).toThrow(expect.objectContaining({ code: 'STORAGE' }))
    expect(performance.now() - start).toBeLessThan(50)
  })

  it('takes 1,000 images at most', () => {
    const urls = Array.from({ length: 1001 }, () => url)
    expect(refusal({ urls })).toMatchObject({
      path: 'urls',
      message: 'Expected an array of at most 1000 items for urls but received 1001',
    })
    expect(() => normalize({ urls: urls.slice(1) })).not.toThrow()
  })
})

it.each([
  { width: 'https://ann:secret@a.example/b' },
  { caption: { url: ['https://ann:secret@a.example/b'] } },
  { width: `https://ann:${'secret'.repeat(20)}@a.example/b` },
])('repeats no password of a URL: %j', (request) => {
  const { message } = refusal({ url, ...request })
  expect(message).toContain('https://***@a.example')
  expect(message).not.toMatch(/ann|secret/)
})

describe('any request', () => {
  const isRefusal = (error: unknown) => {
    expect(error).toBeInstanceOf(DarkroomError)
    expect((error as DarkroomError).path).toBeTypeOf('string')
    expect((error as DarkroomError).status).toBe(400)
  }
  const attempt = (request: unknown, sides: [number, number]) => {
    try {
      const first = normalize(request)
      const again = normalize(first.request)
      expect(again.request).toEqual(first.request)
      const [width, height] = sides
      plan(first.request, { format: 'jpeg', width, height }, defaultLimits)
      return true
    } catch (error) {
      isRefusal(error)
      return false
    }
  }
  const side = fc.integer({ min: 1, max: 9000 })
  const sides = fc.tuple(side, side)

  it('is planned or refused with a path, and normalizing it twice changes nothing', () => {
    let planned = 0
    fc.assert(
      fc.property(requests, sides, (request, source) => {
        if (attempt(request, source)) planned++
      }),
      { numRuns: 14_000 },
    )
    expect(planned).toBeGreaterThan(1000)
  }, 60_000)

  it('with any value in a field, too', () => {
    fc.assert(
      fc.property(brokenRequests, sides, (request, source) => void attempt(request, source)),
      { numRuns: 4000 },
    )
  }, 60_000)

  it('that is any JSON, too', () => {
    fc.assert(
      fc.property(fc.jsonValue(), sides, (request, source) => void attempt(request, source)),
      { numRuns: 2000 },
    )
  })
})
