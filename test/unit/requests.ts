import fc from 'fast-check'

/** The URL of an image. No server answers there. */
export const url = 'https://pictures.example/a.jpg'

const length = fc.oneof(
  fc.integer({ min: 1, max: 20_000 }),
  fc.integer({ min: 1, max: 2000 }).map(String),
  fc.integer({ min: 1, max: 900 }).map((n) => `${n}%`),
)
const level = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom('0.5', '1'))
const picture = fc.constantFrom(
  url,
  'base64,AAAA',
  'data:image/png;base64,AAAA',
  'storage://a/b.png',
)
const tone = fc.record(
  { type: fc.constantFrom('contrast', 'hdr_light', 'hdr_light_advanced'), level },
  { requiredKeys: [] },
)
const version = fc.record({ type: fc.constantFrom('v1', 'v2', null) }, { requiredKeys: [] })
const offset = fc.oneof(length, fc.constantFrom(0, -20, '-5%', '0%'))
const box = fc.record({ x: offset, y: offset, width: length, height: length })
const positions = 'LT TL MT TM RT TR LM ML MM RM MR LB BL MB BM RB BR'.split(' ')

/** The values of each field, as callers write them. */
const fields = {
  url: picture,
  urls: fc.array(picture, { minLength: 1, maxLength: 3 }),
  crop: box,
  rotate: fc.constantFrom(0, 90, 180, 270, '90'),
  flip: fc.constantFrom('horizontal', 'vertical', 'both'),
  target: fc.constantFrom('storage://shop/out', 'storage://shop'),
  width: length,
  height: length,
  sizes: fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 4 }),
  min_length: fc.integer({ min: 1, max: 5000 }),
  max_length: fc.integer({ min: 1, max: 5000 }),
  generative_upscale: fc.boolean(),
  upscale_strength: fc.integer({ min: 1, max: 9 }),
  upscale_parameters: fc.record(
    {
      type: fc.constantFrom('v1', 'text_x4'),
      mode: fc.constantFrom('auto', 'faithful', 'restore'),
    },
    { requiredKeys: [] },
  ),
  fit: fc.constantFrom(
    'canvas',
    'crop',
    'bounds',
    'cover',
    {},
    { crop: 'center' },
    { crop: 'content' },
    { crop: 'item' },
    { canvas: 'outpainting' },
  ),
  padding: fc.oneof(
    fc.integer({ min: 0, max: 500 }),
    fc.integer({ min: 0, max: 60 }).map((n) => `${n}%`),
  ),
  enhancements: fc.subarray([
    'denoise',
    'deblur',
    'clean',
    'face_enhance',
    'light',
    'color',
    'white_balance',
    'exposure_correction',
  ]),
  denoise_parameters: version,
  deblur_parameters: version,
  light_parameters: tone,
  color_parameters: tone,
  white_balance_parameters: fc.record({ level }, { requiredKeys: [] }),
  face_enhance_parameters: fc.record(
    {
      type: fc.constantFrom('beautify-real', 'beautify'),
      level,
      smoothing_level: level,
      smothing_level: level,
    },
    { requiredKeys: [] },
  ),
  background: fc.record(
    {
      remove: fc.constantFrom('auto', 'v2', 'human', 'item', 'generative'),
      prompt: fc.string(),
      color: fc.constantFrom(
        'auto',
        'transparent',
        '#fff',
        '#12ab9F',
        '00ff00',
        '#12ab9f80',
        '#fff0',
      ),
      replace: picture,
      mask: picture,
      refine: fc.boolean(),
      keep: fc.array(box, { maxLength: 2 }),
      erase: fc.array(box, { maxLength: 2 }),
      hints: picture,
      output: fc.constantFrom('mask'),
      generate: fc.record(
        {
          model_type: fc.constantFrom('modelq', 'realistic', 'of-tomorrow'),
          description: fc.string(),
          sample_num: fc.nat(),
          adapter_type: fc.constantFrom('upscale', 'face', 'img2img'),
          item_area_percentage: level,
          color: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
          position: fc.constantFrom(...positions),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
  print_size: fc.constantFrom('A4', 'b0', 'C10', 'letter', 'US Legal', 'arch-e1'),
  dpi: fc.integer({ min: 1, max: 1200 }),
  print_reorientation: fc.constantFrom(true, false, 'true'),
  caption: fc.record(
    {
      url: picture,
      position: fc.constantFrom(...positions),
      target_width_percentage: fc.integer({ min: 1, max: 150 }),
      padding: fc.nat(300),
      opacity: fc.nat(100),
    },
    { requiredKeys: ['url'] },
  ),
  output_format: fc.constantFrom('jpeg', 'jpg', 'png', 'webp'),
  quality: fc.oneof(fc.nat(100), fc.constantFrom('85')),
  max_file_size: fc.constantFrom(100_000, '500kb', '1.5 MB', '1gb', '20000'),
  safe: fc.boolean(),
  nsfw_parameters: fc.record(
    { threshold: level, thresold: level, nsfw_image_url: picture, image_url: picture },
    { requiredKeys: [] },
  ),
  preset: fc.constantFrom(
    'auto_enhance',
    'auto_enhance_generative',
    'real_estate_upscaled',
    'ecommerce_upscaled',
    'enhance_document',
    'solid-colors-charcoal',
    'burst of particles',
  ),
  model_type: fc.constantFrom('modelq', 'unheard-of'),
  adapter_type: fc.constantFrom('upscale', 'control'),
  webhooks: fc.record({ complete: fc.constant('https://hooks.example/done') }),
  webhook_url: fc.constant('https://hooks.example/done'),
  placement: fc.record(
    { coordinates: fc.tuple(fc.integer(), fc.integer()), width: fc.nat(), fit: fc.boolean() },
    { requiredKeys: [] },
  ),
  image_app: fc.string(),
  keep_exif: fc.boolean(),
}

const few = <T extends object>(record: T) =>
  fc
    .subarray(Object.keys(record) as (keyof T)[], { maxLength: 8 })
    .map((keys) => Object.fromEntries(keys.map((key) => [key, record[key]])))

/** Requests as callers write them, most of them valid. */
export const requests = fc.record(fields).chain((all) => few({ ...all, url: all.url }))

/** Requests with an arbitrary value in one of their fields, or nested in it. */
export const brokenRequests = fc
  .tuple(requests, fc.constantFrom(...Object.keys(fields), '__proto__', 'x'), fc.jsonValue())
  .map(([request, field, value]) => ({ ...request, [field]: value }))
