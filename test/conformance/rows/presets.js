import { equal, ok } from '../check.js'
import { ball, base64, flat } from '../pictures.js'
import { elsewhere, remote, row } from '../row.js'

const PRESETS = 'src/request/presets.ts'

const names = (category, list) => list.split(', ').map((name) => `${category}-${name}`)

/** Templates of the remote service, by category. */
const templates = {
  'jewelry-accessories':
    'ring-on-finger-close-up-detail, ring-on-hand-mid-distance, earrings-close-detail, earrings-half-portrait, necklace-close-up-neck-detail, necklace-upper-body-shot, bracelet-macro-wrist-detail, bracelet-mid-distance-natural-pose, jewelry-close-up-studio-packshot, jewelry-standard-catalog-distance, jewelry-in-box-close-detail, jewelry-in-box-wider-composition',
  'fashion-apparel':
    'female-model-clean-studio-look, male-model-clean-studio-look, female-model-urban-lifestyle, male-model-urban-street-style, female-model-indoor-minimal-interior, male-model-casual-everyday-context, full-body-female-model-shot, full-body-male-model-shot, front-back-view, flat-lay-composition, on-mannequin, matching-surrounding',
  'beauty-cosmetics':
    'clean-white-packshot, glossy-reflection, bathroom-shelf-scene, packaging-highlight, texture-close-up',
  'electronics-gadgets':
    'white-background-tech, front-back-view, slight-angle-premium, packaging-shot, detail-close-up',
  'home-living':
    'minimal-interior-placement, clean-white-background, wooden-table-lifestyle, shelf-display',
  'food-beverage':
    'clean-white-packshot, reflective-surface, minimal-kitchen-setting, packaging-focus',
  automotive:
    'studio-white-background-dealer-style, front-three-quarter-angle-classic-sales-shot, side-profile-catalog-view, premium-showroom-environment, urban-minimal-background, luxury-dramatic-lighting-premium-listing, rear-three-quarter-angle',
  'main-product-images':
    'classic-white-background, reflective-white-surface, soft-shadow-premium-look, front-slight-angle-view, product-held-in-hand',
  'lifestyle-scenes':
    'minimal-interior-setting, modern-desk-scene, bathroom-shelf-beauty-style, soft-editorial-style',
  'detail-and-macro': 'macro-detail-shot, material-texture-focus, logo-branding-detail',
}
const creative = [
  'item on purple background',
  'burst of particles',
  'studio photo on white with reflection',
]
const colours =
  'dusty-rose, pure-white, light-gray, warm-cream, soft-beige, matte-black, charcoal, navy-blue, sage-green, sky-blue'

/** One row for many names. Its test tries each of them, or the first and the last if `settings.brief` is set. */
const all = (id, presets, make) => {
  const rows = presets.map((preset, i) => make(preset, i))
  const test = async (service) => {
    const chosen = service.settings.brief ? [rows[0], rows.at(-1)] : rows
    for (const { test } of chosen) await test(service)
  }
  const sent = rows.flatMap((row) => row.sent ?? [])
  const how = `${rows[0].how} (${presets.length} names)`
  return { ...rows[0], id, how, test, ...(sent.length > 0 && { sent }) }
}

const generative = (preset) => remote(preset, { preset }, 'preset', `preset=${preset}`)

/**
 * A preset that puts the subject in front of one colour. The first is tried as it is, the others by the method for which
 * the service may have a model of its own, which may be quicker.
 */
const solid = (preset, i) =>
  row(preset, 'made here: a cut-out in front of the colour', PRESETS, async (service) => {
    const background = i === 0 ? {} : { background: { remove: 'v2' } }
    const { at } = await service.pixels({ url: base64(await ball()), preset, ...background })
    equal(at(1, 1), at(94, 1), 'the corners')
    equal(at(1, 1)[3], 255, 'alpha')
    ok(at(1, 1).join() !== at(48, 52).join(), 'Expected the ball to stay')
    ok(at(1, 1).join() !== '90,110,130,255', 'Expected the ground to go')
  })

/** A preset that makes a dark colour brighter, and sets the size. */
const toned = (preset, how, size) =>
  row(preset, how, PRESETS, async (service) => {
    const url = base64(await flat(12, 8, [40, 60, 50, 255]))
    const { width, height, at } = await service.pixels({ url, preset })
    equal([width, height], size, 'size')
    const [r, g, b] = at(width >> 1, height >> 1)
    ok(g > 75 && g - r > 20 && b > r, `Expected a brighter green but received ${[r, g, b]}`)
  })

export default [
  generative('auto_enhance_pro'),
  generative('auto_enhance_modelq'),
  generative('auto_enhance_klein9b'),
  row('auto_enhance', 'explicit fields override it', PRESETS, async (service) => {
    const url = base64(await flat(12, 8, [40, 60, 50, 255]))
    const { details } = await service.develop({ url, preset: 'auto_enhance' })
    equal([details.width, details.height], [48, 32], 'size')
    const models = details.steps.flatMap(({ model }) => model ?? [])
    // In a picture of one colour all votes agree: the network of white_balance is not asked.
    equal(models, ['restore-noise, deblur', 'span-x4', 'blazeface'], 'models')
    const names = details.steps.map(({ operation }) => operation)
    equal(names.includes('white_balance'), true, 'white_balance')
  }),
  remote(
    'auto_enhance_generative',
    { preset: 'auto_enhance_generative' },
    'generative_upscale',
    'preset=auto_enhance_generative',
  ),
  row('enhance_document', 'clean, white paper, dark ink', PRESETS, async (service) => {
    const url = base64(await flat(12, 8, [200, 190, 170, 255]))
    const { details } = await service.develop({ url, preset: 'enhance_document' })
    const names = details.steps.map(({ operation }) => operation)
    equal(names.slice(1, -1), ['clean', 'document'])
  }),
  toned('real_estate', 'light and color', [12, 8]),
  toned('real_estate_upscaled', 'light and color; width 200 %', [24, 16]),
  toned('ecommerce', 'light and color', [12, 8]),
  toned('ecommerce_upscaled', 'light and color; width 2048', [2048, 1365]),
  elsewhere(
    'auto-enhance size logic',
    'width below 1000: 400 %; to 4096: 4096; beyond: as it is',
    'src/plan/target-size.ts',
    'test/unit/geometry-cases.ts',
    "[{ preset: 'auto_enhance' }",
  ),
  ...Object.entries(templates).map(([category, list]) =>
    all(`${category}-*`, names(category, list), generative),
  ),
  all('creative names', creative, generative),
  all('solid-colors-*', names('solid-colors', colours), solid),
]
