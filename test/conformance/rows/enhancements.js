import { notYet } from '../row.js'

const names = [
  'denoise',
  'deblur',
  'clean',
  'face_enhance',
  'light',
  'color',
  'white_balance',
  'exposure_correction',
]

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
  ...names.map((name) => notYet(name, { enhancements: [name] }, 'enhancements')),
  face('type', 'beautify', 'beauty', '`beautify-real` by default'),
  face('level', 0.5, 2, '0 to 1, 1 by default'),
  face('smoothing_level', 0.5, -1, '0 to 1, 0 by default'),
  face('smothing_level', 0.5, -1, 'the same'),
]
