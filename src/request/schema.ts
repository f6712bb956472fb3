import * as v from 'valibot'
import { isImageSource } from '../shared/image-source.ts'
import { isPlainObject } from '../shared/is-plain-object.ts'
import { enhancementNames } from './enhancement-names.ts'
import * as field from './fields.ts'
import { paperSize } from './paper-sizes.ts'

const IMAGE =
  'an http(s) URL, a data: or blob: URL, "base64,<data>", "storage://<name>/<path>", a Blob or File, a canvas, an <img>, an ArrayBuffer or typed array, an ImageBitmap or ImageData'

/** Whether a string names an image: a URL, a data: URL, base64 or a storage:// URL. */
export const isImageAddress = (text: string) =>
  /^\s*(data:|base64,)/i.test(text) ||
  (text.length <= field.LONGEST_URL && /^\s*(https?:\/\/|blob:|storage:\/\/)/i.test(text))

/** An image, by name or as an object. */
export const image = v.union(
  [
    v.pipe(v.string(), v.check(isImageAddress, IMAGE)),
    v.custom<Blob | ImageBitmap | ImageData>(isImageSource),
  ],
  IMAGE,
)

/** Fields may be null or undefined, which both count as absent. */
const optional = <const S extends v.GenericSchema>(schema: S) => v.nullish(schema)

const object = <const E extends v.ObjectEntries>(entries: E) => v.object(entries, 'an object')

const level = optional(field.number(0, 1, 'a number from 0 to 1'))
const version = object({ type: optional(field.oneOf(['v1', 'v2'])) })
const tone = object({
  type: optional(field.oneOf(['contrast', 'hdr_light', 'hdr_light_advanced'])),
  level,
})

const modelType = field.name('the name of a model, of at most 100 characters')
export const knownModelTypes = [
  'modelg-3-pro-image-preview',
  'modelg-3-pro-image',
  'models-4.5',
  'modelq',
  'modelq-no-blending',
  'modelf2-klein9b',
  'z-image-turbo',
  'realistic',
  'fantasy',
  'premium',
  'modelg-image-flash',
]

const adapterType = field.oneOf([
  'generate_background',
  'face',
  'control',
  'control2',
  'upscale',
  'inpainting',
  'img2img',
])

const channel = field.integer(0, 255, 'an integer from 0 to 255')

const generate = object({
  model_type: optional(modelType),
  description: optional(field.text),
  sample_num: optional(field.integer(0, Number.MAX_SAFE_INTEGER, 'an integer of 0 or more')),
  adapter_type: optional(adapterType),
  face_id: optional(field.boolean),
  controlnet_conditioning_scale: level,
  item_area_percentage: level,
  color: optional(v.strictTuple([channel, channel, channel], 'an array of 3 integers')),
  background_url: optional(image),
  position: optional(field.position),
  generation_type: optional(field.oneOf(['outpainting', 'generate', 'head_swap'])),
  avatar_generation_type: optional(field.oneOf(['regular', 'accurate', 'creative_img2img'])),
  ip_image2: optional(image),
  context_images: optional(v.array(image, 'an array of images')),
})

/** Clients send `fit: {}` for the default. */
const isEmptyObject = (value: unknown) => isPlainObject(value) && !Object.keys(value).length

const FIT =
  'one of canvas, crop, bounds, cover, { "crop": "center" | "content" | "item" }, { "canvas": "outpainting" }'

const fit = v.union(
  [
    v.picklist(['canvas', 'crop', 'bounds', 'cover']),
    v.strictObject({ crop: v.picklist(['center', 'content', 'item']) }),
    v.strictObject({ canvas: v.literal('outpainting') }),
    v.custom<Record<string, never>>(isEmptyObject),
  ],
  FIT,
)

const enhancement = field.oneOf(enhancementNames)

const pixels = field.integer(1, Number.MAX_SAFE_INTEGER, 'a positive whole number of pixels')
const WIDTHS = 'an array of 1 to 20 different widths in pixels'
const coordinate = field.number(-1e6, 1e6, 'a number of pixels from -1000000 to 1000000')
const extent = field.number(1, 1e6, 'a number of pixels from 1 to 1000000')

const BOXES = 'an array of boxes { x, y, width, height } in pixels or "<n>%"'
const BOX = 'a box { x, y, width, height } in pixels or "<n>%"'
const sides = {
  x: field.offset,
  y: field.offset,
  width: field.dimension,
  height: field.dimension,
}
const box = v.object(sides, BOX)

/**
 * The processing request: all fields of the interface, and extensions of our own.
 *
 * The way of a field: it is declared here, normalize.ts fills in its default and merges its spellings, and plan/plan.ts
 * turns it into a step, which an operation of the workers carries out.
 */
export const schema = object({
  url: optional(image),
  urls: optional(
    v.pipe(v.array(image, 'an array of images'), v.minLength(1, 'an array of at least one image')),
  ),
  /** Not in the interface, from here to `flip`. */
  crop: optional(v.object(sides, `${BOX}, or fit: "crop" for a shape,`)),
  rotate: optional(field.rotation),
  flip: optional(field.oneOf(['horizontal', 'vertical', 'both'])),
  target: optional(field.matching(/^\s*storage:\/\/[^/]/i, '"storage://<name>/<folder>"')),
  width: optional(field.dimension),
  height: optional(field.dimension),
  /** Not in the interface. */
  sizes: optional(
    v.pipe(
      v.array(pixels, WIDTHS),
      v.minLength(1, WIDTHS),
      v.maxLength(20, WIDTHS),
      v.check(field.isDistinct, WIDTHS),
    ),
  ),
  min_length: optional(pixels),
  max_length: optional(pixels),
  generative_upscale: optional(field.boolean),
  upscale_strength: optional(field.integer(1, 9, 'an integer from 1 to 9')),
  /** `mode` is not in the interface. */
  upscale_parameters: optional(
    object({
      type: optional(field.oneOf(['v1', 'text_x4'])),
      mode: optional(field.oneOf(['auto', 'faithful', 'restore'])),
    }),
  ),
  fit: optional(fit),
  padding: optional(field.margin),
  enhancements: optional(v.array(enhancement, 'an array of enhancements')),
  denoise_parameters: optional(version),
  deblur_parameters: optional(version),
  light_parameters: optional(tone),
  color_parameters: optional(tone),
  white_balance_parameters: optional(object({ level })),
  face_enhance_parameters: optional(
    object({
      type: optional(field.oneOf(['beautify-real', 'beautify'])),
      level,
      smoothing_level: level,
      smothing_level: level,
    }),
  ),
  background: optional(
    object({
      remove: optional(field.oneOf(['auto', 'v2', 'human', 'item', 'generative'])),
      prompt: optional(field.text),
      color: optional(field.color),
      replace: optional(image),
      /** Not in the interface, from here to `generate`. */
      mask: optional(image),
      refine: optional(field.boolean),
      keep: optional(v.array(box, BOXES)),
      erase: optional(v.array(box, BOXES)),
      hints: optional(image),
      output: optional(field.oneOf(['mask'])),
      generate: optional(generate),
    }),
  ),
  print_size: optional(
    v.pipe(
      field.name('a paper size'),
      v.check(
        (name) => paperSize(name) !== undefined,
        'a paper size such as A4, B0, C5, letter or legal',
      ),
    ),
  ),
  dpi: optional(field.integer(1, 65_535, 'an integer from 1 to 65535')),
  print_reorientation: optional(field.boolean),
  caption: optional(
    object({
      url: optional(image),
      position: optional(field.position),
      target_width_percentage: optional(
        field.number(0.01, 1000, 'a number of per cent from 0.01 to 1000'),
      ),
      padding: optional(field.integer(0, 1e6, 'a whole number of pixels, 0 or more')),
      opacity: optional(field.number(0, 100, 'a number from 0 to 100')),
    }),
  ),
  output_format: optional(field.oneOf(['jpeg', 'jpg', 'png', 'webp', 'avif', 'jxl'])),
  quality: optional(field.integer(0, 100, 'an integer from 0 to 100')),
  max_file_size: optional(field.fileSize),
  safe: optional(field.boolean),
  nsfw_parameters: optional(
    object({
      threshold: level,
      thresold: level,
      nsfw_image_url: optional(image),
      image_url: optional(image),
    }),
  ),
  preset: optional(field.name('the name of a preset')),
  model_type: optional(modelType),
  adapter_type: optional(adapterType),
  webhooks: optional(object({ complete: optional(field.webAddress) })),
  webhook_url: optional(field.webAddress),
  placement: optional(
    object({
      coordinates: optional(v.strictTuple([coordinate, coordinate], 'an array of X and Y')),
      width: optional(extent),
      height: optional(extent),
      rotation: optional(field.number(-360, 360, 'a number of degrees from -360 to 360')),
      fit: optional(field.boolean),
    }),
  ),
  image_app: optional(field.text),
  /** Not in the interface: whether the result keeps the source's EXIF. */
  keep_exif: optional(field.boolean),
})

export type { ProcessingRequest } from './processing-request.ts'
/** What the schema takes: the published type ProcessingRequest, and spellings that are no longer offered. */
export type SchemaInput = v.InferInput<typeof schema>
/** The output of the schema, before nulls are removed from its types. */
export type SchemaOutput = v.InferOutput<typeof schema>
