import { equal, matches, ok } from '../check.js'
import { BLUE, base64, CLEAR, flat, noise, stair, thirds } from '../pictures.js'
import { decode } from '../png.js'
import { deblurs, denoises } from '../restoring.js'
import { remote, row, sentBy } from '../row.js'

const RESTORE = 'workers/inference/restore.ts'
const NSFW = 'workers/operations/nsfw/index.ts'
const FRAME = 'src/plan/target-size.ts'
const SCHEMA = 'src/request/schema.ts'
const FIT =
  "a string, an object, or `{}` for none; see 2.2. `crop`, `rotate` and `flip` of the source before all else are extensions of Darkroom's own, never sent to a remote service"
const wide = async () => base64(await flat(40, 20))

export default [
  row(
    'JSON body',
    'the fields are the top-level keys',
    'src/http/parse-body.ts',
    async (service) => {
      equal((await service.develop({})).status, 'complete')
    },
  ),
  row(
    'multipart form-data',
    'file part `image`, `file` or `fileName`; `parameters` as JSON. Form-encoded too',
    'src/http/parse-form.ts',
    async (service) => {
      for (const name of ['image', 'file', 'fileName']) {
        const body = new FormData()
        body.append(name, new Blob([await flat(12, 8)], { type: 'image/png' }), 'sea side.png')
        body.append('parameters', JSON.stringify({ width: 24 }))
        const sent = await service.ask('process_result', { body })
        equal(sent.status, 200, `status for the part ${name}`)
        const { result_url } = await service.finished(sent.body)
        matches(result_url, /\/sea-side\.png$/, 'result_url')
      }
      const form = { parameters: JSON.stringify({ url: base64(await flat(12, 8)) }) }
      const body = new URLSearchParams(form)
      equal((await service.ask('process_result', { body })).status, 200, 'status for a form')
      const wrong = new URLSearchParams({ url: 'test' })
      const refused = await service.ask('process_result', { body: wrong })
      equal([refused.status, refused.body.path], [400, 'url'], 'answer to url=test')
    },
  ),
  row(
    'url',
    'http(s), `base64,<data>`, `data:` and `storage://<name>/<path>`',
    'src/sources/resolve.ts',
    async (service) => {
      const record = await service.develop({ url: base64(await flat(12, 8)) })
      const data = base64(await flat(12, 8)).replace('base64,', 'data:image/png;base64,')
      equal(await service.size({ url: data }), [12, 8])
      // A result can be the source of another request.
      equal(await service.size({ url: record.result_url }), [12, 8])
      await service.refused({ url: 'test' }, 'BAD_REQUEST', 'url')
      const none = await service.ask('process_result', { json: { width: 10 } })
      equal([none.status, none.body.message], [400, 'File or image url is required'])
    },
  ),
  row('urls', 'one job an item, and a parent', 'src/jobs/create-job.ts', async (service) => {
    const urls = [base64(await flat(12, 8)), base64(await flat(8, 12))]
    const { results } = await service.develop({ urls })
    equal(
      results.map(({ status }) => status),
      ['complete', 'complete'],
    )
    await service.refused({ url: urls[0], urls }, 'BAD_REQUEST', 'urls')
  }),
  row(
    'target',
    'the result is written there, and still returned',
    'src/jobs/run-job.ts',
    async (service) => {
      const folder = `storage://${service.storage()}/out-${Date.now()}`
      const { result_url, details } = await service.develop({
        target: folder,
        output_format: 'png',
      })
      ok(result_url, 'Expected a result_url beside the target')
      equal(await service.size({ url: details.target.path }), [12, 8])
    },
  ),
  row(
    'width',
    "pixels, a numeric string or per cent; the other side keeps the ratio. `sizes`, several widths at once, is an extension of Darkroom's own, never sent to a remote service",
    FRAME,
    async (service) => {
      equal(await service.size({ url: await wide(), width: 20 }), [20, 10])
      equal(await service.size({ url: await wide(), width: '60' }), [60, 30])
      equal(await service.size({ url: await wide(), width: '200%' }), [80, 40])
      await service.refused({ width: 'wide' }, 'BAD_REQUEST', 'width')
      const { results, srcset } = await service.develop({ url: await wide(), sizes: [30, '10'] })
      equal(srcset, results.map(({ url, width }) => `${url} ${width}w`).join(', '), 'srcset')
      const png = await service.file({ result_url: results[0].url })
      equal([(await decode(png.bytes)).width, results[1].width], [10, 30], 'widths')
      await service.refused({ sizes: [10], width: 20 }, 'BAD_REQUEST', 'sizes')
    },
  ),
  row('height', 'as width', FRAME, async (service) => {
    equal(await service.size({ url: await wide(), height: 10 }), [20, 10])
    equal(await service.size({ url: await wide(), height: '30' }), [60, 30])
    equal(await service.size({ url: await wide(), height: '50%' }), [20, 10])
    await service.refused({ height: -1 }, 'BAD_REQUEST', 'height')
  }),
  row('min_length', 'the shorter side is raised to it', 'src/plan/geometry.ts', async (service) => {
    equal(await service.size({ url: await wide(), min_length: 40 }), [80, 40])
    equal(await service.size({ url: await wide(), min_length: 10 }), [40, 20])
  }),
  row(
    'max_length',
    'the longer side is lowered to it, last of all; it never enlarges',
    'src/plan/geometry.ts',
    async (service) => {
      equal(await service.size({ url: await wide(), max_length: 20 }), [20, 10])
      equal(await service.size({ url: await wide(), max_length: 400 }), [40, 20])
      equal(await service.size({ url: await wide(), width: '200%', max_length: 60 }), [60, 30])
    },
  ),
  remote(
    'generative_upscale',
    { generative_upscale: true },
    'generative_upscale',
    'generative_upscale',
    'to 2048 px a side at most, further here by the model of standard upscaling',
  ),
  remote(
    'upscale_strength',
    { generative_upscale: true, upscale_strength: 5 },
    'generative_upscale',
    'upscale_strength=5',
    'with generative_upscale; 1 to 9',
  ),
  row(
    'upscale_parameters',
    "`v1` by default, `text_x4`; `mode` is an extension of Darkroom's own, never sent to a remote service",
    'src/plan/resize-steps.ts',
    async (service) => {
      const ask = async (upscale_parameters) => {
        const url = base64(await thirds(24, 16))
        const { details } = await service.develop({
          url,
          width: '400%',
          upscale_parameters,
        })
        return details.steps.find(({ operation }) => operation === 'upscale')?.model
      }
      equal([await ask({ type: 'v1' }), await ask({ type: 'text_x4' })], ['span-x4', 'text-x4'])
      equal(await ask({ mode: 'restore' }), 'restore-x4')
      const wrong = { upscale_parameters: { type: 'v7' } }
      await service.refused(wrong, 'BAD_REQUEST', 'upscale_parameters.type')
      const unknown = { upscale_parameters: { mode: 'best' } }
      await service.refused(unknown, 'BAD_REQUEST', 'upscale_parameters.mode')
    },
  ),
  row('fit', FIT, SCHEMA, async (service) => {
    equal(await service.size({ width: 20, height: 20, fit: {} }), [20, 20])
    await service.refused({ fit: 'stretch' }, 'BAD_REQUEST', 'fit')
    const crop = { x: 2, y: '25%', width: 8, height: '50%' }
    equal(await service.size({ url: await wide(), crop, rotate: '90', flip: 'both' }), [10, 8])
    await service.refused({ crop: 'center' }, 'BAD_REQUEST', 'crop')
    await service.refused({ rotate: 45 }, 'BAD_REQUEST', 'rotate')
    await service.refused({ flip: 'left' }, 'BAD_REQUEST', 'flip')
  }),
  row('padding', 'pixels or per cent; see 2.2', 'src/plan/padding.ts', async (service) => {
    equal(await service.size({ url: await wide(), padding: 5 }), [50, 30])
    equal(await service.size({ url: await wide(), padding: '10%' }), [48, 24])
    equal(await service.size({ url: await wide(), width: 40, padding: 10 }), [40, 30])
  }),
  row(
    'enhancements',
    'in one fixed order, each once',
    'src/request/enhancement-names.ts',
    async (service) => {
      const enhancements = ['color', 'light', 'color', 'white_balance']
      const { details } = await service.develop({ enhancements })
      const names = details.steps.map(({ operation }) => operation)
      equal(names.slice(1, -1), ['white_balance', 'light', 'color'])
      await service.refused({ enhancements: ['polish'] }, 'BAD_REQUEST', 'enhancements.0')
    },
  ),
  row('denoise_parameters', '`v1` by default, `v2`', RESTORE, async (service) => {
    await denoises(service, 'v2')
    const wrong = { denoise_parameters: { type: 'v3' } }
    await service.refused(wrong, 'BAD_REQUEST', 'denoise_parameters.type')
  }),
  row('deblur_parameters', '`v1` by default, `v2`', RESTORE, async (service) => {
    await deblurs(service, 'v2')
    const wrong = { deblur_parameters: { type: 'v3' } }
    await service.refused(wrong, 'BAD_REQUEST', 'deblur_parameters.type')
  }),
  tone('light_parameters', 'light', '`hdr_light_advanced` and level 1 by default'),
  tone('color_parameters', 'color', '`hdr_light` and level 0.85 by default'),
  row(
    'white_balance_parameters',
    '`level`: 0 to 1, 0.5 by default; 0 changes nothing',
    'workers/operations/white-balance/index.ts',
    async (service) => {
      const request = {
        url: base64(await stair(64, 48, [255, 235, 205])),
        enhancements: ['white_balance'],
        white_balance_parameters: { level: 0 },
      }
      equal((await service.pixels(request)).at(63, 47), [255, 235, 205, 255])
      const wrong = { white_balance_parameters: { level: -1 } }
      await service.refused(wrong, 'BAD_REQUEST', 'white_balance_parameters.level')
    },
  ),
  row(
    'face_enhance_parameters',
    'see 2.3',
    'workers/operations/face-enhance/index.ts',
    async (service) => {
      const wrong = { face_enhance_parameters: { level: 2 } }
      await service.refused(wrong, 'BAD_REQUEST', 'face_enhance_parameters.level')
    },
  ),
  row(
    'background',
    "`color`; what removes or makes a background: see 2.5. `mask`, `refine`, `keep`, `erase`, `hints` and `output` are extensions of Darkroom's own, never sent to a remote service",
    'src/plan/local-steps.ts',
    async (service) => {
      const url = base64(await flat(12, 8, CLEAR))
      const { at } = await service.pixels({ url, background: { color: '#102030' } })
      equal(at(6, 4), [16, 32, 48, 255], 'pixel')
      const mask = base64(await flat(3, 3, CLEAR))
      const masked = await service.pixels({ background: { mask, color: '#102030' } })
      equal(masked.at(0, 0), [16, 32, 48, 255], 'pixel')
      const erase = [{ x: 0, y: 0, width: 1, height: 1 }]
      const erased = await service.pixels({
        url: base64(await flat(3, 3, [9, 9, 9, 99])),
        background: { erase },
      })
      equal([erased.at(0, 0), erased.at(1, 1)], [CLEAR, [9, 9, 9, 99]], 'pixels')
      await service.refused({ background: { mask: 'sky' } }, 'BAD_REQUEST', 'background.mask')
    },
  ),
  row(
    'print_size',
    'ISO A, B and C, North American sizes; any case. Exactly the sheet: B0 at 300 dpi is 11,811 x 16,701 px, which webp cannot hold',
    'src/request/paper-sizes.ts',
    async (service) => {
      equal(
        await service.size({ url: base64(await flat(8, 12)), print_size: 'A4', dpi: 20 }),
        [165, 234],
      )
      equal(
        await service.size({ url: base64(await flat(8, 12)), print_size: 'LETTER', dpi: 10 }),
        [85, 110],
      )
      await service.refused({ print_size: 'A99' }, 'BAD_REQUEST', 'print_size')
    },
  ),
  row('dpi', '300 by default, written into the file', FRAME, async (service) => {
    const { perMetre } = await service.pixels({ dpi: 254 })
    equal(perMetre, 10_000, 'pixels per metre')
  }),
  row(
    'print_reorientation',
    'true by default: the paper turns, never the image',
    FRAME,
    async (service) => {
      const request = { url: await wide(), print_size: 'A4', dpi: 20 }
      equal(await service.size(request), [234, 165])
      equal(await service.size({ ...request, print_reorientation: false }), [165, 234])
    },
  ),
  row('caption', 'see 2.6', 'src/plan/local-steps.ts', async (service) => {
    await service.refused({ caption: {} }, 'BAD_REQUEST', 'caption.url')
  }),
  row(
    'output_format',
    "`jpeg`, `jpg`, `png`, `webp`; without it the input's own. `avif` and `jxl` are extensions of Darkroom's own, never sent to a remote service",
    'src/request/normalize.ts',
    async (service) => {
      const typeOf = async (request) => (await service.file(await service.develop(request))).type
      equal(await typeOf({ output_format: 'jpeg' }), 'image/jpeg')
      equal(await typeOf({ output_format: 'jpg' }), 'image/jpeg')
      equal(await typeOf({ output_format: 'webp' }), 'image/webp')
      equal(await typeOf({ output_format: 'avif' }), 'image/avif')
      equal(await typeOf({ output_format: 'jxl' }), 'image/jxl')
      equal(await typeOf({}), 'image/png')
      await service.refused({ output_format: 'tiff' }, 'BAD_REQUEST', 'output_format')
    },
  ),
  row(
    'quality',
    '0 to 100, 85 by default; with png ignored with a warning',
    SCHEMA,
    async (service) => {
      const url = base64(await noise(64, 64))
      const bytes = async (quality) =>
        (await service.file(await service.develop({ url, output_format: 'jpeg', quality }))).bytes
          .length
      const [low, high] = [await bytes(10), await bytes(95)]
      ok(low < high, `Expected quality 10 to be smaller than 95 but received ${low} and ${high}`)
      const { warnings } = await service.develop({ output_format: 'png', quality: 100 })
      ok(
        warnings.some(({ path }) => path === 'quality'),
        'Expected a warning about quality',
      )
      await service.refused({ quality: 101 }, 'BAD_REQUEST', 'quality')
    },
  ),
  row(
    'max_file_size',
    'the highest quality that fits; without a format a webp stays one, and others become jpeg',
    'src/request/normalize.ts',
    async (service) => {
      const url = base64(await noise(64, 64))
      const { bytes, type } = await service.file(
        await service.develop({ url, max_file_size: '3 kb' }),
      )
      equal(type, 'image/jpeg')
      ok(bytes.length <= 3000, `Expected at most 3000 bytes but received ${bytes.length}`)
      const { status, body } = await service.ask('process_result', {
        json: { url, max_file_size: 20 },
      })
      equal([status, body.code, body.status], [500, 'FILE_SIZE_UNREACHABLE', 'failed'])
      matches(body.message, /\d/, 'message with the smallest size reached')
    },
  ),
  row('safe', 'the result is scored: porn and hentai together', NSFW, async (service) => {
    const { details } = await service.develop({ url: base64(await flat(40, 40)), safe: true })
    const { score, triggered, classes } = details.nsfw
    equal([triggered, Object.keys(classes).length], [false, 5])
    ok(
      Math.abs(score - classes.porn - classes.hentai) < 1e-6,
      `Expected a sum but received ${score}`,
    )
  }),
  row(
    'nsfw_parameters',
    'both spellings are read; threshold 0.5 by default, at 0 always',
    NSFW,
    async (service) => {
      const url = base64(await flat(40, 40))
      const substitute = base64(await flat(9, 5, BLUE))
      for (const nsfw_parameters of [
        { threshold: 0, nsfw_image_url: substitute },
        { thresold: 0, image_url: substitute },
      ]) {
        equal(await service.size({ url, safe: true, nsfw_parameters }), [9, 5])
      }
      const wrong = { safe: true, nsfw_parameters: { thresold: 2 } }
      await service.refused(wrong, 'BAD_REQUEST', 'nsfw_parameters.thresold')
    },
  ),
  row(
    'preset',
    'see 2.7; an unknown one is refused with the nearest name',
    'src/request/apply-preset.ts',
    async (service) => {
      const { message } = await service.refused(
        { preset: 'auto_enhanced' },
        'BAD_REQUEST',
        'preset',
      )
      matches(message, /"auto_enhance"/, 'message')
    },
  ),
  remote(
    'model_type and adapter_type',
    { model_type: 'premium', adapter_type: 'control' },
    'model_type',
    ['model_type', 'adapter_type=control'],
  ),
  row('webhooks', '`complete`; see 6', 'src/jobs/webhook.ts', async (service) => {
    await service.refused({ webhooks: { complete: 'nowhere' } }, 'BAD_REQUEST', 'webhooks.complete')
  }),
  row(
    'webhook_url',
    'the same as `webhooks.complete`',
    'src/request/normalize.ts',
    async (service) => {
      await service.refused({ webhook_url: 'nowhere' }, 'BAD_REQUEST', 'webhook_url')
    },
  ),
  remote(
    'placement',
    { placement: { coordinates: [0, 0], width: 10, height: 10 } },
    'placement',
    ['placement.coordinates', 'placement on a canvas larger than 2048 pixels'],
    'in pixels of the canvas, and reduced with one that is larger than 2048 px',
  ),
  sentBy(
    'image_app',
    row(
      'image_app',
      'remote service: sent with a generative operation; alone it has no effect, with a warning',
      SCHEMA,
      async (service) => {
        const { warnings } = await service.develop({ image_app: 'outpaint' })
        ok(
          !warnings || warnings.some(({ path }) => path === 'image_app'),
          'Expected a warning about image_app',
        )
      },
    ),
  ),
]

function tone(id, enhancement, how) {
  return row(id, how, 'src/request/defaults.ts', async (service) => {
    const url = base64(await flat(12, 8, [30, 70, 50, 255]))
    const ask = async (parameters) =>
      (await service.pixels({ url, enhancements: [enhancement], [id]: parameters })).at(5, 4)
    const [type, level] =
      id === 'light_parameters' ? ['hdr_light_advanced', 1] : ['hdr_light', 0.85]
    equal(await ask({}), await ask({ type, level }), 'default')
    ok(String(await ask({ level: 0.2 })) !== String(await ask({})), 'Expected level to matter')
    await service.refused({ [id]: { level: 2 } }, 'BAD_REQUEST', `${id}.level`)
    await service.refused({ [id]: { type: 'none' } }, 'BAD_REQUEST', `${id}.type`)
  })
}
