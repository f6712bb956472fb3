import { ok } from '../check.js'
import { base64, stair } from '../pictures.js'
import { notYet, row } from '../row.js'

const notBuilt = ['denoise', 'deblur', 'clean', 'face_enhance', 'light', 'color']

const WHITE_BALANCE = 'workers/operations/white-balance.ts'
const EXPOSURE = 'workers/operations/exposure-correction.ts'

const face = (field, good, bad, how) =>
  notYet(
    `face_enhance_parameters.${field}`,
    { enhancements: ['face_enhance'], face_enhance_parameters: { [field]: good } },
    'enhancements',
    {
      wrong: { face_enhance_parameters: { [field]: bad } },
      wrongPath: `face_enhance_parameters.${field}`,
      how,
    },
  )

export default [
  ...notBuilt.map((name) => notYet(name, { enhancements: [name] }, 'enhancements')),
  row('white_balance', 'see docs/balance.md', WHITE_BALANCE, async (service) => {
    const url = base64(await stair(64, 48, [255, 235, 205]))
    const { at } = await service.pixels({
      url,
      enhancements: ['white_balance'],
      white_balance_parameters: { level: 1 },
    })
    const [r, , b] = at(63, 47)
    ok(r - b < 10, `Expected grey but received a red of ${r} and a blue of ${b}`)
  }),
  row('exposure_correction', 'see docs/balance.md', EXPOSURE, async (service) => {
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
