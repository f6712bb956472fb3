import type { ProcessingRequest } from './schema.ts'

type Preset = Omit<ProcessingRequest, 'preset' | 'url' | 'urls'>

const lightAndColor = { enhancements: ['light', 'color'] } as const satisfies Preset

const autoEnhance = {
  max_length: 4096,
  enhancements: [
    'denoise',
    'face_enhance',
    'deblur',
    'color',
    'light',
    'white_balance',
    'exposure_correction',
  ],
  light_parameters: { type: 'hdr_light_advanced', level: 1 },
  color_parameters: { type: 'hdr_light', level: 0.85 },
  white_balance_parameters: { level: 0.5 },
  deblur_parameters: { type: 'v2' },
  denoise_parameters: { type: 'v2' },
  background: { generate: { description: 'high quality', adapter_type: 'upscale' } },
} as const satisfies Preset

/** Presets of the interface whose content is known. */
const presets = {
  auto_enhance: autoEnhance,
  auto_enhance_generative: { ...autoEnhance, generative_upscale: true },
  real_estate: lightAndColor,
  real_estate_upscaled: { ...lightAndColor, width: '200%' },
  ecommerce: lightAndColor,
  ecommerce_upscaled: { ...lightAndColor, width: 2048 },
  enhance_document: {
    enhancements: ['clean'],
    upscale_parameters: { type: 'text_x4' },
  },
} as const satisfies Record<string, Preset>

/** Presets whose content only the remote service knows. */
export const remotePresets: readonly string[] = [
  'auto_enhance_pro',
  'auto_enhance_modelq',
  'auto_enhance_klein9b',
]

/** Presets that take their width from the auto-enhance size logic. */
export const isAutoEnhance = (preset: string) => preset.startsWith('auto_enhance')

/** Presets for scanned pages flatten the lighting, unless the request has the enhancement `light`. */
export const flattensLighting = (preset?: string) => preset === 'enhance_document'

/** Backgrounds of a single colour, made on the device. */
const solidColors = {
  'dusty-rose': '#D9B3BE',
  'pure-white': '#FFFFFF',
  'light-gray': '#F3F4F6',
  'warm-cream': '#F8F1E7',
  'soft-beige': '#E8D8C3',
  'matte-black': '#111111',
  charcoal: '#2F3437',
  'navy-blue': '#1F2A44',
  'sage-green': '#A8B8A0',
  'sky-blue': '#CFE8F6',
} as const

/** Templates by category, which is the first part of their name. */
const templateCategories: Record<string, string[]> = {
  'jewelry-accessories': [
    'ring-on-finger-close-up-detail',
    'ring-on-hand-mid-distance',
    'earrings-close-detail',
    'earrings-half-portrait',
    'necklace-close-up-neck-detail',
    'necklace-upper-body-shot',
    'bracelet-macro-wrist-detail',
    'bracelet-mid-distance-natural-pose',
    'jewelry-close-up-studio-packshot',
    'jewelry-standard-catalog-distance',
    'jewelry-in-box-close-detail',
    'jewelry-in-box-wider-composition',
  ],
  'fashion-apparel': [
    'female-model-clean-studio-look',
    'male-model-clean-studio-look',
    'female-model-urban-lifestyle',
    'male-model-urban-street-style',
    'female-model-indoor-minimal-interior',
    'male-model-casual-everyday-context',
    'full-body-female-model-shot',
    'full-body-male-model-shot',
    'front-back-view',
    'flat-lay-composition',
    'on-mannequin',
    'matching-surrounding',
  ],
  'beauty-cosmetics': [
    'clean-white-packshot',
    'glossy-reflection',
    'bathroom-shelf-scene',
    'packaging-highlight',
    'texture-close-up',
  ],
  'electronics-gadgets': [
    'white-background-tech',
    'front-back-view',
    'slight-angle-premium',
    'packaging-shot',
    'detail-close-up',
  ],
  'home-living': [
    'minimal-interior-placement',
    'clean-white-background',
    'wooden-table-lifestyle',
    'shelf-display',
  ],
  'food-beverage': [
    'clean-white-packshot',
    'reflective-surface',
    'minimal-kitchen-setting',
    'packaging-focus',
  ],
  automotive: [
    'studio-white-background-dealer-style',
    'front-three-quarter-angle-classic-sales-shot',
    'side-profile-catalog-view',
    'premium-showroom-environment',
    'urban-minimal-background',
    'luxury-dramatic-lighting-premium-listing',
    'rear-three-quarter-angle',
  ],
  'main-product-images': [
    'classic-white-background',
    'reflective-white-surface',
    'soft-shadow-premium-look',
    'front-slight-angle-view',
    'product-held-in-hand',
  ],
  'lifestyle-scenes': [
    'minimal-interior-setting',
    'modern-desk-scene',
    'bathroom-shelf-beauty-style',
    'soft-editorial-style',
  ],
  'detail-and-macro': ['macro-detail-shot', 'material-texture-focus', 'logo-branding-detail'],
}

const creativeTemplates = [
  'item on purple background',
  'burst of particles',
  'studio photo on white with reflection',
]

/** Presets and templates that need the remote service. */
export const remoteTemplates: readonly string[] = [
  ...remotePresets,
  ...Object.entries(templateCategories).flatMap(([category, names]) =>
    names.map((name) => `${category}-${name}`),
  ),
  ...creativeTemplates,
]

/** The content of each preset. Templates of the remote service have none of their own. */
export const presetContents = new Map<string, Preset>([
  ...Object.entries(presets),
  ...Object.entries(solidColors).map(([name, color]): [string, Preset] => [
    `solid-colors-${name}`,
    { background: { remove: 'auto', color } },
  ]),
  ...remoteTemplates.map((name): [string, Preset] => [name, {}]),
])
