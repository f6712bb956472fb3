import { describe, expect, it } from 'vitest'
import { retryAfter } from '../../src/async/retry-after.ts'
import { defaultLimits } from '../../src/plan/limits.ts'
import { type ImageInfo, plan } from '../../src/plan/plan.ts'
import { needsSource, wholeRequestStep } from '../../src/plan/remote-step.ts'
import { split } from '../../src/plan/split.ts'
import { checkRemote } from '../../src/remote/check-remote.ts'
import { isReachable } from '../../src/remote/is-reachable.ts'
import { pollInterval } from '../../src/remote/poll.ts'
import { holdsKey, refusalError } from '../../src/remote/remote-error.ts'
import { ineffectiveAtService } from '../../src/request/ineffective.ts'
import { normalize } from '../../src/request/normalize.ts'
import type { DarkroomError } from '../../src/shared/errors.ts'

const url = 'https://pictures.example/a.jpg'
const source = (width: number, height: number): ImageInfo => ({ format: 'jpeg', width, height })
const planOf = (request: object, from: ImageInfo | null = source(3000, 2000)) =>
  plan(normalize({ url, ...request }).request, from, defaultLimits)
const generate = { generate: { description: 'a beach' } }

/** Returns the size fields that a request sends to the service. */
function sizesOf(request: object, from?: ImageInfo | null) {
  const step = planOf(request, from).steps.find(({ op }) => op === 'remote')
  if (step?.op !== 'remote') throw new Error('nothing is remote')
  const { width, height, padding } = step.request
  return { ...(width && { width }), ...(height && { height }), ...(padding && { padding }) }
}

describe('a plan with a generative part', () => {
  it('is local steps, one remote segment, local steps', () => {
    const { steps } = planOf({
      enhancements: ['light', 'color', 'face_enhance'],
      background: { ...generate, remove: 'auto', color: '#fff' },
      caption: { url },
      safe: true,
      width: 500,
    })
    expect(steps.map(({ op }) => op)).toEqual([
      'light',
      'color',
      'background',
      'cut_out',
      'remote',
      'flatten',
      'fit',
      'caption',
      'nsfw',
    ])
    expect(steps[2]).toEqual({ op: 'background', remove: 'auto' })
    expect(steps[4]).toEqual({
      op: 'remote',
      fields: ['background.generate'],
      request: { background: generate, output_format: 'png' },
      sends: 'picture',
    })
    expect(steps[6]).toMatchObject({ between: [{ op: 'face_enhance' }] })
  })

  it('crops, turns and mirrors before anything is sent, and sends the size of what is left', () => {
    const crop = { x: 0, y: 0, width: '50%', height: 1000 }
    const framed = { crop, rotate: 90, flip: 'both', generative_upscale: true, width: '200%' }
    const { steps } = planOf(framed)
    expect(steps.map(({ op }) => op)).toEqual(['crop', 'orient', 'remote', 'fit'])
    expect(steps[2]).toMatchObject({ sends: 'picture' })
    expect(steps[2]).not.toHaveProperty('request.crop')
    expect(sizesOf(framed)).toEqual({ height: 2048 })
    const request = normalize({ url, rotate: 90, background: generate }).request
    expect(needsSource(request, [])).toBe(true)
  })

  it.each([
    // The longer side of an upscale, limited to the maximum of the service.
    [{ generative_upscale: true }, {}],
    [{ generative_upscale: true, width: 1500 }, { width: 1500 }],
    [{ generative_upscale: true, width: '200%' }, { width: 2048 }],
    [{ generative_upscale: true, height: 4000, width: 4000, fit: 'cover' }, { width: 2048 }],
    // The same if it generates something as well.
    [{ generative_upscale: true, background: generate, width: '200%' }, { width: 2048 }],
    [{ generative_upscale: true, preset: 'burst of particles', width: 1500 }, { width: 1500 }],
    [{ generative_upscale: true, model_type: 'premium', height: 1200 }, { width: 1800 }],
    [
      { generative_upscale: true, background: generate, width: 900, height: 900, fit: 'crop' },
      { width: 1350 },
    ],
    [
      { generative_upscale: true, background: generate, width: 900, height: 900 },
      { width: 900, height: 900 },
    ],
    // The size of a canvas only if the service must fill it.
    [{ background: generate, width: 1000 }, {}],
    [
      { background: generate, width: 1000, height: 1000 },
      { width: 1000, height: 1000 },
    ],
    [
      { background: generate, width: 4096, height: 2048 },
      { width: 2048, height: 1024 },
    ],
    [
      { background: generate, width: 4096, height: 4096, padding: 100 },
      { width: 2048, height: 2048, padding: 50 },
    ],
    [
      { background: generate, width: 4096, height: 4096, padding: '20%' },
      { width: 2048, height: 2048, padding: '20%' },
    ],
    [{ background: generate, width: 1000, height: 1000, fit: 'crop' }, {}],
    [{ background: generate, width: 1000, height: 1000, fit: 'cover' }, {}],
    [
      { fit: { canvas: 'outpainting' }, width: '50%', height: '90%' },
      { width: 1500, height: 1800 },
    ],
    [
      { background: generate, print_size: 'A4', dpi: 100 },
      { width: 1169, height: 827 },
    ],
    [{ background: { remove: 'generative' }, width: 500, height: 500 }, {}],
  ])('asks of sizes what the service must know: %j', (request, expected) => {
    expect(sizesOf(request)).toEqual(expected)
  })

  it.each([
    [{ width: 4096, height: 2048 }, 0.5],
    [{ width: 2048, height: 1024 }, 1],
    // 3508 x 2480 pixels.
    [{ print_size: 'A4' }, 2048 / 3508],
    [{ width: 4096 }, 0.5],
  ])('reduces the placement with the canvas: %j', (size, factor) => {
    const at = { coordinates: [1001, -300], width: 2000, height: 1500 }
    const request = { ...size, fit: { canvas: 'outpainting' }, placement: { ...at, rotation: 15 } }
    const step = planOf(request).steps.find(({ op }) => op === 'remote')
    expect(step?.op === 'remote' && step.request.placement).toEqual({
      coordinates: at.coordinates.map((pixels) => Math.round(pixels * factor)),
      width: Math.round(at.width * factor),
      height: Math.round(at.height * factor),
      rotation: 15,
    })
  })

  it('sends nothing for a picture from words, and its size', () => {
    const request = { url: undefined, background: generate, width: 3000, height: 1500 }
    const { source: facts, steps } = planOf(request, null)
    expect([facts, steps[0]]).toMatchObject([null, { op: 'remote', sends: 'nothing' }])
    expect(sizesOf(request, null)).toEqual({ width: 2048, height: 1024 })
  })

  it('enhances a picture from words once it is there', () => {
    const request = {
      url: undefined,
      background: generate,
      enhancements: ['light', 'denoise', 'face_enhance'],
      width: 900,
    }
    const whole = planOf(request, null)
    expect(whole.steps.map(({ op }) => op)).toEqual(['remote', 'denoise', 'light', 'fit'])
    expect(whole.steps[0]).toMatchObject({ sends: 'nothing' })
    const parts = split(whole, defaultLimits)
    expect(parts?.before).toBeUndefined()
    const after = parts?.after?.({ format: 'png', width: 900, height: 900 })
    expect(after?.steps.map(({ op }) => op)).toEqual(['denoise', 'light', 'face_enhance'])
  })

  it('goes on with the picture that came back', () => {
    const request = { generative_upscale: true, width: '200%', height: 5000, padding: 100 }
    const parts = split(planOf(request), defaultLimits)
    const after = parts?.after?.({ format: 'png', width: 2048, height: 1365 })
    expect(after?.source).toEqual({ format: 'jpeg', width: 2048, height: 1365 })
    expect(after?.steps).toEqual([
      { op: 'upscale', model: 'span-x4', scale: 4, ifDegraded: 'restore-x4' },
      expect.objectContaining({ op: 'resize', width: 5800 }),
      expect.objectContaining({ op: 'canvas', width: 6000, height: 5000, x: 100 }),
    ])
  })

  it('keeps extensions here', () => {
    const own = {
      output_format: 'avif',
      keep_exif: true,
      upscale_parameters: { mode: 'restore' },
      background: {
        ...{ mask: `${url}?mask`, refine: false, color: '#fff' },
        ...{ keep: [{ x: 0, y: 0, width: 1, height: 1 }], hints: `${url}?hints` },
        ...{ output: 'mask' },
      },
    }
    const normalized = normalize({ url, ...own }).request
    const { request } = wholeRequestStep(normalized)
    expect(request.background).toEqual({ color: 'transparent' })
    expect(ineffectiveAtService(normalized, true).map(({ path }) => path)).toEqual([
      'output_format',
      'upscale_parameters.mode',
      'background.mask',
      'background.refine',
      'background.keep',
      'background.hints',
      'background.output',
    ])
    expect(request.upscale_parameters).toEqual({ type: 'v1' })
    expect(request).not.toHaveProperty('output_format')
    expect(request).not.toHaveProperty('keep_exif')
    const { steps } = planOf({ generative_upscale: true, width: 5000, ...own })
    expect(JSON.stringify(steps.filter(({ op }) => op === 'remote'))).not.toMatch(
      /restore|mode|mask|refine|keep|hints/,
    )
    expect(steps.slice(-2)).toMatchObject([{ op: 'fit', upscale: 'restore' }, { op: 'mask' }])
  })

  it('sends a colour without its alpha, and says so', () => {
    const { request } = normalize({ url, background: { color: '#FF000080' } })
    expect(wholeRequestStep(request).request.background).toEqual({ color: '#FF0000' })
    const warning = { code: 'LIMITED', path: 'background.color' }
    expect(ineffectiveAtService(request, true)).toMatchObject([warning])
    expect(ineffectiveAtService(request, false)).toEqual([])
  })

  it('does not pad again what the service filled', () => {
    const request = { background: generate, width: 1000, height: 1000, padding: 100 }
    const after = split(planOf(request), defaultLimits)?.after
    expect(after?.({ format: 'png', width: 1000, height: 1000 }).steps).toEqual([])
  })

  it('refuses a share of a source that is not there', () => {
    expect(() => normalize({ background: generate, width: '200%' })).toThrow(/no source/)
  })

  it.each([{ generative_upscale: true }, { fit: { canvas: 'outpainting' } }, { placement: {} }])(
    'refuses to work on nothing: %j',
    (request) => {
      expect(() => normalize(request)).toThrow('File or image url is required')
    },
  )
})

describe('the detail of a picture of more than 2048 pixels', () => {
  const large = source(6000, 4000)
  const detailOf = (request: object, from = large) =>
    planOf(request, from).steps.flatMap((step) =>
      step.op === 'detail' ? [{ frame: step.frame, box: step.box }] : [],
    )[0]
  const whole = { x: 0, y: 0, width: 6000, height: 4000 }

  it.each([
    [{ background: generate }, { frame: { width: 6000, height: 4000 }, box: whole }],
    [
      { background: { ...generate, remove: 'item' }, width: 3000 },
      { frame: { width: 3000, height: 2000 }, box: { x: 0, y: 0, width: 3000, height: 2000 } },
    ],
    [
      { background: generate, width: '200%' },
      { frame: { width: 6000, height: 4000 }, box: whole },
    ],
    [
      { fit: { canvas: 'outpainting' }, width: 6000, height: 6000 },
      { frame: { width: 6000, height: 6000 }, box: { ...whole, y: 1000 } },
    ],
    [
      { background: generate, width: 6200, height: 4200, padding: 100 },
      { frame: { width: 6200, height: 4200 }, box: { ...whole, x: 100, y: 100 } },
    ],
    [
      { width: 8000, height: 6000, placement: { coordinates: [50, 60], width: 3000 } },
      {
        frame: { width: 8000, height: 6000 },
        box: { x: 50, y: 60, width: 3000, height: 2000 },
      },
    ],
    [
      {
        width: 8000,
        height: 6000,
        placement: { coordinates: [50, 60], width: 3000, height: 3000, fit: true },
      },
      {
        frame: { width: 8000, height: 6000 },
        box: { x: 50, y: 560, width: 3000, height: 2000 },
      },
    ],
  ])('is put back: %j', (request, expected) => {
    expect(detailOf(request)).toEqual(expected)
  })

  it.each([
    // Nothing is lost, or a result of that size has no more.
    [{ background: generate, width: 2000 }],
    [{ fit: { canvas: 'outpainting' }, width: 2048, height: 2048 }],
    // The service makes another picture of the same.
    [{ background: generate, generative_upscale: true }],
    [{ background: { generate: { adapter_type: 'img2img', description: 'by night' } } }],
    [{ background: { generate: { generation_type: 'generate', description: 'a beach' } } }],
    [{ background: { generate: { position: 'LB', description: 'a beach' } } }],
    [{ preset: 'burst of particles' }],
    // Nobody knows where it is.
    [{ width: 8000, height: 6000, placement: { coordinates: [0, 0], width: 3000, rotation: 9 } }],
    [{ width: 8000, height: 6000, placement: { width: 3000 } }],
    [{ width: 8000, height: 6000, placement: { coordinates: [7000, 0], width: 3000 } }],
  ])('is left to the service: %j', (request) => {
    expect(detailOf(request)).toBeUndefined()
  })

  it('is not sought in a small picture that is enlarged', () => {
    const request = { fit: { canvas: 'outpainting' }, width: 6000, height: 6000 }
    expect(detailOf(request, source(1500, 1000))).toBeUndefined()
  })

  it('takes the size that the picture has, and what follows goes on from there', () => {
    const parts = split(planOf({ background: generate, width: 9000 }, large), defaultLimits)
    expect(parts?.needsSent).toBe(true)
    const after = parts?.after?.({ format: 'png', width: 2048, height: 1365 })
    expect(after?.steps.map((step) => ('width' in step ? [step.op, step.width] : step.op))).toEqual(
      ['upscale', ['resize', 6000], 'detail', 'upscale', ['resize', 9000]],
    )
  })

  it('is not put into an image of another shape, which stays as it came', () => {
    const parts = split(planOf({ background: generate }, large), defaultLimits)
    const steps = parts?.after?.({ format: 'png', width: 1024, height: 1024 }).steps
    expect(steps?.map(({ op }) => op)).toEqual(['detail'])
  })

  it('is there where the service returned all of it', () => {
    const parts = split(planOf({ background: generate }, large), defaultLimits)
    const whole = parts?.after?.({ format: 'png', width: 6000, height: 4000 })
    expect(whole?.steps).toEqual([])
  })
})

describe('a cut-out that comes back', () => {
  const opsOf = (request: object) => planOf(request).steps.map(({ op }) => op)
  it.each([
    [{ background: { remove: 'item' }, generative_upscale: true }, true],
    [{ background: { remove: 'auto', color: '#fff' }, preset: 'auto_enhance_pro' }, true],
    [{ background: { remove: 'auto', ...generate } }, false],
    [{ background: { replace: url }, generative_upscale: true }, false],
    [{ generative_upscale: true }, false],
  ])('is still to be one: %j %s', (request, expected) => {
    expect(opsOf(request).includes('matte')).toBe(expected)
  })
})

describe('polling', () => {
  it('is about once a second, slower after a minute, never in step', () => {
    expect([0, 0.5, 1].map((random) => pollInterval(0, random))).toEqual([800, 1000, 1200])
    expect(pollInterval(59_999, 0.5)).toBe(1000)
    expect(pollInterval(60_000, 0.5)).toBe(4000)
    expect(new Set(Array.from({ length: 20 }, () => pollInterval(0))).size).toBeGreaterThan(1)
  })

  it.each([
    ['7', 7000],
    ['Thu, 01 Jan 1970 00:00:09 GMT', 4000],
    ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
    ['soon', undefined],
    ['1000000', 900_000],
  ])('Retry-After: %s', (value, expected) => {
    expect(retryAfter(new Headers({ 'Retry-After': value }), 5000)).toBe(expected)
  })
})

describe('a service reaches', () => {
  it.each([
    ['https://pictures.example/a.jpg', true],
    ['http://8.8.8.8/a.jpg', true],
    ['http://localhost/a.jpg', false],
    ['http://shop.localhost:8080/a.jpg', false],
    ['http://127.0.0.1:5173/a.jpg', false],
    ['http://192.168.1.4/a.jpg', false],
    ['http://172.20.0.1/a.jpg', false],
    ['http://172.32.0.1/a.jpg', true],
    ['http://[::1]/a.jpg', false],
    ['http://[fd00::1]/a.jpg', false],
    ['http://printer.local/a.jpg', false],
    ['http://intranet/a.jpg', false],
    ['https://anna:secret@pictures.example/a.jpg', false],
    ['storage://shop/a.jpg', false],
    ['data:image/png;base64,AAAA', false],
    ['blob:https://pictures.example/1', false],
  ])('%s: %s', (address, expected) => {
    expect(isReachable(address, 'https://api.example.com')).toBe(expected)
  })

  it('what is as near to it as to the page', () => {
    expect(isReachable('http://127.0.0.1:5173/a.jpg', 'http://localhost:8100')).toBe(true)
  })
})

describe('the options of a service', () => {
  const baseUrl = 'https://api.example.com'
  const codeOf = (options: { baseUrl: string; apiKey: string }) => {
    try {
      checkRemote(options)
    } catch (error) {
      return error as DarkroomError
    }
    return undefined
  }

  it.each([
    [baseUrl, 'secret'],
    ['http://127.0.0.1:8100/', ''],
    ['https://shop.example/proxy', 'two words, and = / + signs'],
    ['', 'no service yet\n'],
  ])('%j with the key %j', (baseUrl, apiKey) => {
    expect(codeOf({ baseUrl, apiKey })).toBeUndefined()
  })

  it.each([
    'api.example.com',
    '/proxy',
    'ftp://api.example.com',
    'javascript:alert(1)',
    'data:text/plain,api',
    'https://anna:hunter2@api.example.com',
    'https://hunter2@api.example.com',
    'https://api.example.com?key=hunter2',
    'https://api.example.com/#hunter2',
  ])('have no baseUrl %s', (baseUrl) => {
    const error = codeOf({ baseUrl, apiKey: 'secret' })
    expect(error).toMatchObject({ code: 'BAD_REQUEST', path: 'remote.baseUrl' })
    expect(error?.message).not.toMatch('hunter2')
  })

  it.each(['hunter2\n', 'hunter2\r\nX-Other: 1', ' hunter2', 'hunter2 ', 'hünter2', 'hunter2\0'])(
    'have no key %j, which no header can hold as it is',
    (apiKey) => {
      const error = codeOf({ baseUrl, apiKey })
      expect(error).toMatchObject({ code: 'BAD_REQUEST', path: 'remote.apiKey' })
      expect(error?.message).not.toMatch('nter2')
    },
  )
})

describe('a refusal', () => {
  const remote = { baseUrl: 'https://api.example.com/', apiKey: 'secret-4711' }
  const refused = (status: number, body?: Record<string, unknown>) =>
    refusalError({ status, retryAfter: 0, ...(body && { body }) }, { remote })

  it('keeps the service’s code, message and field', () => {
    const body = { code: 'NOT_ENOUGH_CREDITS', message: 'Buy some' }
    expect(refused(403, body)).toMatchObject({ ...body, status: 500 })
    expect(refused(400, { code: 'BAD_REQUEST', message: 'No', path: 'width' })).toMatchObject({
      code: 'BAD_REQUEST',
      status: 400,
      path: 'width',
    })
  })

  it.each([{ code: 'BAD_KEY' }, {}])('does not repeat the key: %j', (body) => {
    const { message } = refused(403, { ...body, message: 'No account has the key secret-4711' })
    expect(message).toContain('No account has the key ***')
  })

  it.each([
    ['https://api.example.com/files/a.png?key=secret-4711', true],
    ['https://api.example.com/files/a.png?key=secret%2D4711', true],
    ['https://api.example.com/files/a.png?signature=4711%', false],
  ])('a result at %s holds the key: %s', (url, expected) => {
    expect(holdsKey(url, { remote })).toBe(expected)
  })

  it.each(['NOT_FOUND', 'DELETED', 'ABORTED'])('%s is about its job, not ours', (code) => {
    expect(refused(404, { code, message: 'Gone' })).toMatchObject({
      code: 'REMOTE_FAILED',
      message: `The remote service https://api.example.com answered 404: ${code}: Gone`,
    })
  })

  it('keeps no more of a message than a person reads, and no field that is none', () => {
    const long = 'x'.repeat(1e6)
    const error = refused(400, { code: 'BAD_REQUEST', message: long, path: `<${long}` })
    expect(error.message.length).toBe(500)
    expect(error.path).toBeUndefined()
  })

  it('says what came where there are no words', () => {
    expect(refused(502).message).toBe('The remote service https://api.example.com answered 502')
    expect(JSON.stringify(refused(500, { message: 'x' }))).not.toContain('secret')
  })
})
