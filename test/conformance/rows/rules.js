import { equal, matches, ok } from '../check.js'
import { base64, flat, GREY, noise } from '../pictures.js'
import { elsewhere, remote, row } from '../row.js'
import { slowAnswer } from './slow.js'

const FRAMING = 'src/plan/resize-steps.ts'
const KEYS = 'src/http/api-key.ts'
const ANSWER = 'src/http/error-response.ts'
const LIMITS = 'src/plan/limits.ts'

export const authentication = [
  row('x-api-key', 'in any case', KEYS, async (service) => {
    const { apiKey } = service.settings
    const headers = { 'x-api-key': '', 'X-API-KEY': apiKey }
    delete headers['x-api-key']
    const url = `${service.settings.baseUrl}/rest_api/me`
    equal((await fetch(url, { headers })).status, 200)
  }),
  row('without a key', '403 `No x-api-key header is provided`', KEYS, async (service) => {
    for (const path of ['me', 'result/any', 'process', 'process_result']) {
      const method = path.startsWith('process') ? 'POST' : 'GET'
      const response = await fetch(`${service.settings.baseUrl}/rest_api/${path}`, { method })
      const { code, message } = await response.json()
      const expected = [403, 'NO_API_KEY', 'No x-api-key header is provided']
      equal([response.status, code, message], expected, path)
    }
  }),
  row(
    'an unknown key',
    '404 `No user found for provided token`, where keys were configured; else any is accepted',
    KEYS,
    async (service) => {
      const { status, body } = await service.ask('me', {
        headers: { 'x-api-key': 'nobody-has-this' },
      })
      if (status !== 200) equal([status, body.message], [404, 'No user found for provided token'])
    },
  ),
  elsewhere(
    'storage access',
    'configured in the page: `createDarkroom({ storages })`',
    'src/options.ts',
    'test/browser/storages-directory.test.ts',
    'reads back what was written, and creates folders for it',
  ),
]

const refusal = (id, how, request, expected) =>
  row(id, how, ANSWER, async (service) => {
    const { status, body } = await service.ask('process_result', request)
    equal([status, body.code, body.path], expected)
    equal([body.status, typeof body.message], [status, 'string'], 'status and message of the body')
  })

const text = base64(new TextEncoder().encode('no picture'))
const type = (name) => ({ 'Content-Type': name })

export const errors = [
  row('a request without a key', 'see 5', KEYS, async (service) => {
    equal((await service.ask('me', { headers: { 'x-api-key': '' } })).status, 403)
  }),
  row(
    'a picture that is not safe',
    'a substitute takes its place; a plain grey one where none is given',
    'workers/operations/nsfw/index.ts',
    async (service) => {
      const url = base64(await flat(40, 30))
      const request = { url, safe: true, nsfw_parameters: { threshold: 0 } }
      const { at } = await service.pixels(request)
      equal([at(0, 0), at(39, 29)], [GREY, GREY])
    },
  ),
  elsewhere(
    'folders',
    'what cannot be read is listed with the reason, and copied to `invalid` on request',
    'src/batch/run-batch.ts',
    'test/browser/batch.test.ts',
    'are copied unchanged if requested, once, also by a later run',
  ),
  refusal(
    'a wrong value',
    '400: field, what was expected, what came',
    { json: { url: text, width: 'wide' } },
    [400, 'BAD_REQUEST', 'width'],
  ),
  refusal('a body that is no JSON', '400', { body: '{"url":', headers: type('application/json') }, [
    400,
    'BAD_REQUEST',
    'body',
  ]),
  refusal('a body that is no object', '400', { body: '[]', headers: type('application/json') }, [
    400,
    'BAD_REQUEST',
    'body',
  ]),
  refusal('an unknown content type', '400', { body: 'x', headers: type('application/x-unknown') }, [
    400,
    'BAD_REQUEST',
    'Content-Type',
  ]),
  refusal(
    'what is no picture',
    '400, if `process_result` finds out before it answers',
    { json: { url: text } },
    [400, 'UNIDENTIFIED_IMAGE', 'url'],
  ),
  row('an unknown field', 'ignored with a warning', 'src/request/validate.ts', async (service) => {
    const { warnings } = await service.develop({ colour: 'blue' })
    ok(
      warnings.some(({ path }) => path === 'colour'),
      'Expected a warning about colour',
    )
  }),
  row(
    'a source that is not there',
    '400 SOURCE_UNREACHABLE',
    'src/sources/resolve.ts',
    async (service) => {
      const json = { url: `${service.helper()}/missing.png` }
      const { status, body } = await service.ask('process_result', { json })
      equal([status, body.code, body.path], [400, 'SOURCE_UNREACHABLE', 'url'])
    },
  ),
  row(
    'a source without CORS',
    "400 SOURCE_CORS, which says so; the option `sources.proxy` may name a proxy of the page's own",
    'src/sources/resolve.ts',
    async (service) => {
      const json = { url: `${service.helper()}/no-cors.png` }
      const { status, body } = await service.ask('process_result', { json })
      equal([status, body.code, body.path], [400, 'SOURCE_CORS', 'url'])
    },
  ),
  row(
    'CORS of the answers',
    'any origin, the header of the key, DELETE',
    'src/http/handler.ts',
    async (service) => {
      const response = await fetch(`${service.settings.baseUrl}/rest_api/result/none`, {
        method: 'OPTIONS',
        headers: { 'x-api-key': service.settings.apiKey },
      })
      equal([response.status, response.headers.get('Access-Control-Allow-Origin')], [204, '*'])
      matches(response.headers.get('Access-Control-Allow-Methods'), /DELETE/)
    },
  ),
]

export const limits = [
  row('wait of process_result', '25 s; see 3', 'src/darkroom.ts', async (service) => {
    const { body, seconds } = await slowAnswer(service)
    equal(body.status, 'in_progress')
    ok(seconds >= 24 && seconds < 31, `Expected an answer after 25 s but waited ${seconds}`)
    await service.finished(body)
  }),
  row(
    'AI upscale',
    'up to 4 times by a network, bicubic beyond',
    'src/plan/resize-steps.ts',
    async (service) => {
      const url = base64(await noise(16, 8))
      const stepsOf = async (width) =>
        (await service.develop({ url, width })).details.steps.map(({ operation }) => operation)
      const [four, eight] = [await stepsOf('400%'), await stepsOf('800%')]
      ok(
        four.includes('upscale') && !four.includes('resize'),
        `Expected one upscale but received ${four}`,
      )
      ok(
        eight.includes('upscale') && eight.includes('resize'),
        `Expected both but received ${eight}`,
      )
    },
  ),
  remote(
    'generative upscale',
    { generative_upscale: true, width: '200%' },
    'generative_upscale',
    'generative_upscale',
    'to 2048 px a side at most, further here by the model of standard upscaling',
  ),
  remote(
    'generative background',
    { background: { generate: { description: 'a lake' } } },
    'background.generate',
    'background.generate.description',
    'at 2048 px a side at most; larger images keep their own detail where it is untouched',
  ),
  elsewhere(
    'face enhancement',
    'worked on at 2048 px a side at most (`beautify-real`), or 512 (`beautify`)',
    'workers/operations/face-enhance/index.ts',
    'test/unit/face-size.test.ts',
    'a face is restored at a limited size',
  ),
  row('item_area_percentage', '0 to 1', 'src/request/schema.ts', async (service) => {
    const json = { background: { generate: { item_area_percentage: 1.1 } } }
    await service.refused(json, 'BAD_REQUEST', 'background.generate.item_area_percentage')
  }),
  row('controlnet_conditioning_scale', '0 to 1', 'src/request/schema.ts', async (service) => {
    const json = { background: { generate: { controlnet_conditioning_scale: -0.1 } } }
    await service.refused(json, 'BAD_REQUEST', 'background.generate.controlnet_conditioning_scale')
  }),
  row('upscale_strength', '1 to 9', 'src/request/schema.ts', async (service) => {
    await service.refused({ upscale_strength: 10 }, 'BAD_REQUEST', 'upscale_strength')
  }),
  row('opacity', '0 to 100', 'src/request/schema.ts', async (service) => {
    const caption = { url: base64(await flat(4, 4)), opacity: -1 }
    await service.refused({ caption }, 'BAD_REQUEST', 'caption.opacity')
  }),
  row(
    'dpi default',
    '300 on paper: A10 is 307 x 437 pixels',
    'src/plan/target-size.ts',
    async (service) => {
      equal(await service.size({ url: base64(await flat(26, 37)), print_size: 'A10' }), [307, 437])
    },
  ),
  elsewhere(
    'auto-enhance output width',
    'see 2.7',
    'src/plan/target-size.ts',
    'test/unit/geometry-cases.ts',
    "[{ preset: 'auto_enhance' }",
  ),
  row(
    'size of a result',
    '128 megapixels by default, 200 for paper; a side as long as its format holds: webp 16,383, jpeg 65,535',
    LIMITS,
    async (service) => {
      const { status, body } = await service.ask('process_result', {
        json: { url: base64(await flat(12, 8)), width: 20_000 },
      })
      equal([status, body.code, body.path], [400, 'TOO_LARGE', 'width'])
    },
  ),
  elsewhere(
    'folder processing',
    'a second run continues a stopped one, and skips what is done',
    'src/batch/run-batch.ts',
    'test/browser/batch.test.ts',
    'continues where it was stopped: each image is processed once',
  ),
]

export const versions = [
  row('path prefix', '`/rest_api/`', 'src/http/endpoints.ts', async (service) => {
    equal((await service.ask('me')).status, 200)
  }),
  row(
    'denoise_parameters.type and deblur_parameters.type',
    '`v1` by default, `v2`',
    'src/plan/local-steps.ts',
    async (service) => {
      const model = async (name, type) => {
        const { details } = await service.develop({
          enhancements: [name],
          ...(type && { [`${name}_parameters`]: { type } }),
        })
        return details.steps[1].model
      }
      equal(await model('denoise'), 'denoise-v1')
      equal(await model('denoise', 'v2'), 'denoise-v2')
      equal(await model('deblur'), 'deblur')
      equal(await model('deblur', 'v2'), 'deblur')
    },
  ),
  row('upscale_parameters.type', '`v1` by default, `text_x4`', FRAMING, async (service) => {
    for (const type of ['v1', 'text_x4']) {
      equal(await service.size({ width: '200%', upscale_parameters: { type } }), [24, 16])
    }
  }),
]
