import { paperNames } from '../../src/contract/request/paper-sizes.ts'
import { knownModelTypes } from '../../src/contract/request/schema.ts'
import type { Json } from '../json-paths.ts'

/** A field with its label in the form. */
export interface Entry {
  path: string
  label: string
  /** Fields that this one needs to have an effect. They are set together with it. */
  implies?: Json
  suggest?: readonly string[]
}

export interface Group {
  title: string
  entries: Entry[]
}

const enhances = (name: string): Json => ({ enhancements: [name] })
const generative: Json = { generative_upscale: true }
const safe: Json = { safe: true }

const row = (path: string, label: string, implies?: Json, suggest?: readonly string[]): Entry => ({
  path,
  label,
  ...(implies && { implies }),
  ...(suggest && { suggest }),
})

/** All fields except those above the groups: width, output_format, quality and preset. */
export const groups: Group[] = [
  {
    title: 'Size and fit',
    entries: [
      row('height', 'Height'),
      row('fit', 'Fit'),
      row('padding', 'Padding'),
      row('min_length', 'Shorter side, at least'),
      row('max_length', 'Longer side, at most'),
      row('upscale_parameters.type', 'Upscaler'),
      row('upscale_parameters.mode', 'Upscaler: damage'),
    ],
  },
  {
    title: 'Print',
    entries: [
      row('print_size', 'Paper', undefined, paperNames()),
      row('dpi', 'Dots per inch'),
      row('print_reorientation', 'Turn the paper to the picture'),
    ],
  },
  {
    title: 'Enhancements',
    entries: [
      row('enhancements', 'Enhance'),
      row('denoise_parameters.type', 'Denoise: version', enhances('denoise')),
      row('deblur_parameters.type', 'Deblur: version', enhances('deblur')),
      row('light_parameters.type', 'Light: kind', enhances('light')),
      row('light_parameters.level', 'Light: level', enhances('light')),
      row('color_parameters.type', 'Colour: kind', enhances('color')),
      row('color_parameters.level', 'Colour: level', enhances('color')),
      row('white_balance_parameters.level', 'White balance: level', enhances('white_balance')),
      row('face_enhance_parameters.type', 'Faces: kind', enhances('face_enhance')),
      row('face_enhance_parameters.level', 'Faces: level', enhances('face_enhance')),
      row('face_enhance_parameters.smoothing_level', 'Faces: smoothing', enhances('face_enhance')),
    ],
  },
  {
    title: 'Background',
    entries: [
      row('background.remove', 'Remove'),
      row('background.color', 'Colour'),
      row('background.replace', 'Replacement'),
      row('background.prompt', 'What to keep', { background: { remove: 'generative' } }),
    ],
  },
  {
    title: 'Caption',
    entries: [
      row('caption.url', 'Picture'),
      row('caption.position', 'Position'),
      row('caption.target_width_percentage', 'Width, per cent'),
      row('caption.padding', 'Padding, pixels'),
      row('caption.opacity', 'Opacity'),
    ],
  },
  {
    title: 'Output',
    entries: [row('max_file_size', 'File size, at most'), row('keep_exif', 'Keep the EXIF data')],
  },
  {
    title: 'Safety',
    entries: [
      row('safe', 'Filter what is not safe for work'),
      row('nsfw_parameters.threshold', 'Threshold', safe),
      row('nsfw_parameters.nsfw_image_url', 'Picture instead', safe),
    ],
  },
  {
    title: 'Generative',
    entries: [
      row('generative_upscale', 'Generative upscale'),
      row('upscale_strength', 'Strength', generative),
      row('model_type', 'Model', undefined, knownModelTypes),
      row('adapter_type', 'Use of the picture'),
      row('background.generate.description', 'Prompt'),
      row('background.generate.model_type', 'Background: model', undefined, knownModelTypes),
      row('background.generate.adapter_type', 'Background: use of the picture'),
      row('background.generate.sample_num', 'Seed'),
      row('background.generate.face_id', 'Face details only'),
      row('background.generate.controlnet_conditioning_scale', 'Edges kept'),
      row('background.generate.item_area_percentage', 'Share of the item'),
      row('background.generate.color', 'Tint: red, green, blue'),
      row('background.generate.background_url', 'Backdrop'),
      row('background.generate.position', 'Position'),
      row('background.generate.generation_type', 'Kind'),
      row('background.generate.avatar_generation_type', 'Avatar'),
      row('background.generate.ip_image2', 'Mask or face'),
      row('background.generate.context_images', 'Context'),
      row('placement.coordinates', 'Placement: x, y'),
      row('placement.width', 'Placement: width'),
      row('placement.height', 'Placement: height'),
      row('placement.rotation', 'Placement: rotation'),
      row('placement.fit', 'Placement: fit'),
    ],
  },
  {
    title: 'Source, target and webhooks',
    entries: [
      row('url', 'Source'),
      row('urls', 'Several sources'),
      row('target', 'Target'),
      row('webhooks.complete', 'Webhook'),
      row('image_app', 'Application'),
    ],
  },
]

/** The fields above the groups. */
export const basics = ['width', 'output_format', 'quality', 'preset']

/** Other spellings that requests may use, mapped to the one in the form. */
export const spellings = new Map([
  ['nsfw_parameters.threshold', 'nsfw_parameters.thresold'],
  ['nsfw_parameters.nsfw_image_url', 'nsfw_parameters.image_url'],
  ['face_enhance_parameters.smoothing_level', 'face_enhance_parameters.smothing_level'],
  ['webhooks.complete', 'webhook_url'],
])
