import { equal, ok } from '../check.js'
import { BLUE, base64, flat, RED, stair, thirds } from '../pictures.js'
import { deblurs, denoises } from '../restoring.js'
import { row } from '../row.js'

const RESTORE = 'workers/inference/restore.ts'

const WHITE_BALANCE = 'workers/operations/white-balance/index.ts'
const FACE = 'workers/operations/face-enhance/index.ts'
const EXPOSURE = 'workers/operations/exposure-correction/index.ts'

/** An image without a face stays unchanged with valid parameters. An invalid parameter is refused. */
const face = (field, good, bad, how) =>
  row(`face_enhance_parameters.${field}`, how, FACE, async (service) => {
    const url = base64(await flat(48, 40))
    const request = { url, enhancements: ['face_enhance'] }
    const { at } = await service.pixels({ ...request, face_enhance_parameters: { [field]: good } })
    equal([at(0, 0), at(20, 20)], [RED, RED])
    const wrong = { face_enhance_parameters: { [field]: bad } }
    await service.refused(wrong, 'BAD_REQUEST', `face_enhance_parameters.${field}`)
  })

const TYPES = ['contrast', 'hdr_light', 'hdr_light_advanced']

/** Returns one colour after each type of an enhancement at full level. Expects level 0 to leave it unchanged. */
async function toned(service, enhancement, colour) {
  const ask = async (parameters) => {
    const url = base64(await flat(12, 8, colour))
    const request = { url, enhancements: [enhancement], [`${enhancement}_parameters`]: parameters }
    return (await service.pixels(request)).at(5, 4)
  }
  equal(await ask({ level: 0 }), colour, 'level 0')
  return Promise.all(TYPES.map((type) => ask({ type, level: 1 })))
}

const light = row(
  'light',
  'luma only, by the method of its type',
  'workers/operations/light/index.ts',
  async (service) => {
    const [contrast, local, fused] = await toned(service, 'light', [60, 50, 40, 255])
    ok(contrast[0] < 60, `Expected a dark colour to become darker but received ${contrast}`)
    for (const [r, g, b] of [local, fused]) {
      ok(r > 80, `Expected a dark place to become brighter but received ${[r, g, b]}`)
      ok(r > g && g > b, `Expected the hue to stay but received ${[r, g, b]}`)
    }
  },
)

const color = row(
  'color',
  'chroma only, by the method of its type',
  'workers/operations/color/index.ts',
  async (service) => {
    for (const [r, g, b] of await toned(service, 'color', [110, 140, 90, 255])) {
      ok(g - b > 55, `Expected more chroma but received ${[r, g, b]}`)
      ok(r > b && g > r, `Expected the hue to stay but received ${[r, g, b]}`)
    }
    const grey = await toned(service, 'color', [90, 90, 90, 255])
    equal(grey, Array(3).fill([90, 90, 90, 255]), 'grey')
  },
)

export default [
  row('denoise', 'v1 by default', RESTORE, (service) => denoises(service)),
  row('deblur', 'v1 by default', RESTORE, (service) => deblurs(service)),
  row('clean', 'the size stays', 'workers/operations/clean/index.ts', async (service) => {
    const url = base64(await thirds(30, 30))
    const { width, height, at } = await service.pixels({ url, enhancements: ['clean'] })
    equal([width, height], [30, 30], 'size')
    for (const [x, colour] of [
      [4, RED],
      [25, BLUE],
    ]) {
      const off = at(x, 15).map((value, c) => Math.abs(value - colour[c]))
      ok(Math.max(...off) < 25, `Expected about ${colour} but received ${at(x, 15)}`)
    }
  }),
  light,
  color,
  row(
    'face_enhance',
    'each face that is found; the record says how many',
    FACE,
    async (service) => {
      const url = base64(await flat(48, 40))
      const { details } = await service.develop({ url, enhancements: ['face_enhance'] })
      equal(details.faces, 0, 'faces')
    },
  ),
  row('white_balance', 'see docs/white-balance.md', WHITE_BALANCE, async (service) => {
    const url = base64(await stair(64, 48, [255, 235, 205]))
    const { at } = await service.pixels({
      url,
      enhancements: ['white_balance'],
      white_balance_parameters: { level: 1 },
    })
    const [r, , b] = at(63, 47)
    ok(r - b < 10, `Expected grey but received a red of ${r} and a blue of ${b}`)
  }),
  row('exposure_correction', 'see docs/white-balance.md', EXPOSURE, async (service) => {
    const url = base64(await stair(64, 48, [60, 60, 60]))
    const { at } = await service.pixels({ url, enhancements: ['exposure_correction'] })
    const [red] = at(63, 47)
    ok(red > 80, `Expected a lighter picture than 60 but received ${red}`)
  }),
  face('type', 'beautify', 'beauty', '`beautify-real` by default'),
  face('level', 0.5, 2, '0 to 1, 1 by default'),
  face('smoothing_level', 0.5, -1, '0 to 1, 0 by default'),
  face('smothing_level', 0.5, -1, 'the same'),
]
