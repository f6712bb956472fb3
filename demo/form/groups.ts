import type { Json } from '../json-paths.ts'
import type { Texts } from '../language/en.ts'
import { texts } from '../language/language.ts'

/** A field with its label in the form. */
export interface Entry {
  path: string
  label: string
  /** Fields that this one needs to have an effect. They are set together with it. */
  implies?: Json
}

export interface Group {
  title: string
  entries: Entry[]
}

type FieldPath = keyof Texts['fields']

const enhances = (name: string): Json => ({ enhancements: [name] })
const generative: Json = { generative_upscale: true }
const whole: Json = { crop: { x: 0, y: 0, width: '100%', height: '100%' } }
const safe: Json = { safe: true }

const row = (path: FieldPath, implies?: Json): Entry => ({
  path,
  label: texts.fields[path],
  ...(implies && { implies }),
})

/** All fields except those above the groups: width, output_format, quality and preset. */
export const groups: Group[] = [
  {
    title: texts.groups.size,
    entries: [
      row('crop.x', whole),
      row('crop.y', whole),
      row('crop.width', whole),
      row('crop.height', whole),
      row('rotate'),
      row('flip'),
      row('height'),
      row('fit'),
      row('padding'),
      row('sizes'),
      row('min_length'),
      row('max_length'),
      row('upscale_parameters.type'),
      row('upscale_parameters.mode'),
    ],
  },
  {
    title: texts.groups.print,
    entries: [row('print_size'), row('dpi'), row('print_reorientation')],
  },
  {
    title: texts.groups.enhancements,
    entries: [
      row('enhancements'),
      row('denoise_parameters.type', enhances('denoise')),
      row('deblur_parameters.type', enhances('deblur')),
      row('light_parameters.type', enhances('light')),
      row('light_parameters.level', enhances('light')),
      row('color_parameters.type', enhances('color')),
      row('color_parameters.level', enhances('color')),
      row('white_balance_parameters.level', enhances('white_balance')),
      row('face_enhance_parameters.type', enhances('face_enhance')),
      row('face_enhance_parameters.level', enhances('face_enhance')),
      row('face_enhance_parameters.smoothing_level', enhances('face_enhance')),
    ],
  },
  {
    title: texts.groups.background,
    entries: [
      row('background.remove'),
      row('background.color'),
      row('background.replace'),
      row('background.mask'),
      row('background.refine'),
      row('background.keep'),
      row('background.erase'),
      row('background.hints'),
      row('background.output'),
      row('background.prompt', { background: { remove: 'generative' } }),
    ],
  },
  {
    title: texts.groups.caption,
    entries: [
      row('caption.url'),
      row('caption.position'),
      row('caption.target_width_percentage'),
      row('caption.padding'),
      row('caption.opacity'),
    ],
  },
  {
    title: texts.groups.output,
    entries: [row('max_file_size'), row('keep_exif')],
  },
  {
    title: texts.groups.safety,
    entries: [
      row('safe'),
      row('nsfw_parameters.threshold', safe),
      row('nsfw_parameters.nsfw_image_url', safe),
    ],
  },
  {
    title: texts.groups.generative,
    entries: [
      row('generative_upscale'),
      row('upscale_strength', generative),
      row('model_type'),
      row('adapter_type'),
      row('background.generate.description'),
      row('background.generate.model_type'),
      row('background.generate.adapter_type'),
      row('background.generate.sample_num'),
      row('background.generate.face_id'),
      row('background.generate.controlnet_conditioning_scale'),
      row('background.generate.item_area_percentage'),
      row('background.generate.color'),
      row('background.generate.background_url'),
      row('background.generate.position'),
      row('background.generate.generation_type'),
      row('background.generate.avatar_generation_type'),
      row('background.generate.ip_image2'),
      row('background.generate.context_images'),
      row('placement.coordinates'),
      row('placement.width'),
      row('placement.height'),
      row('placement.rotation'),
      row('placement.fit'),
    ],
  },
  {
    title: texts.groups.ends,
    entries: [row('url'), row('urls'), row('target'), row('webhooks.complete'), row('image_app')],
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
