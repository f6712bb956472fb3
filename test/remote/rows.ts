/** A request of a page, and what the remote service must receive. Written by hand from the interface. */
export interface Row {
  /** The value under test, as `generativeValues` names it. */
  name: string
  request: object
  /** The JSON that is sent; null if the request runs on the device. */
  sent: object | null
  /** Which image is sent: the file as given, the result of steps on the device, or none. */
  image: 'original' | 'processed' | 'none'
}

/** In a request, this text stands for the page's image of 12 x 8 pixels. */
const url = 'the picture'

/** Sends the request as it is, without `url`; `output_format` is `png` so that nothing is lost on the way back. */
const unchanged = (name: string, request: object): Row => ({
  name,
  request: { url, ...request },
  sent: { ...request, output_format: 'png' },
  image: 'original',
})

const generate = (fields: object) => ({
  background: { generate: { description: 'a wooden table in a bright kitchen', ...fields } },
})
const generated = (name: string, fields: object): Row =>
  unchanged(`background.generate.${name}`, generate(fields))

/** Templates that the service resolves by name. */
const remotePresets = [
  'auto_enhance_klein9b',
  'auto_enhance_modelq',
  'auto_enhance_pro',
  'automotive-front-three-quarter-angle-classic-sales-shot',
  'automotive-luxury-dramatic-lighting-premium-listing',
  'automotive-premium-showroom-environment',
  'automotive-rear-three-quarter-angle',
  'automotive-side-profile-catalog-view',
  'automotive-studio-white-background-dealer-style',
  'automotive-urban-minimal-background',
  'beauty-cosmetics-bathroom-shelf-scene',
  'beauty-cosmetics-clean-white-packshot',
  'beauty-cosmetics-glossy-reflection',
  'beauty-cosmetics-packaging-highlight',
  'beauty-cosmetics-texture-close-up',
  'burst of particles',
  'detail-and-macro-logo-branding-detail',
  'detail-and-macro-macro-detail-shot',
  'detail-and-macro-material-texture-focus',
  'electronics-gadgets-detail-close-up',
  'electronics-gadgets-front-back-view',
  'electronics-gadgets-packaging-shot',
  'electronics-gadgets-slight-angle-premium',
  'electronics-gadgets-white-background-tech',
  'fashion-apparel-female-model-clean-studio-look',
  'fashion-apparel-female-model-indoor-minimal-interior',
  'fashion-apparel-female-model-urban-lifestyle',
  'fashion-apparel-flat-lay-composition',
  'fashion-apparel-front-back-view',
  'fashion-apparel-full-body-female-model-shot',
  'fashion-apparel-full-body-male-model-shot',
  'fashion-apparel-male-model-casual-everyday-context',
  'fashion-apparel-male-model-clean-studio-look',
  'fashion-apparel-male-model-urban-street-style',
  'fashion-apparel-matching-surrounding',
  'fashion-apparel-on-mannequin',
  'food-beverage-clean-white-packshot',
  'food-beverage-minimal-kitchen-setting',
  'food-beverage-packaging-focus',
  'food-beverage-reflective-surface',
  'home-living-clean-white-background',
  'home-living-minimal-interior-placement',
  'home-living-shelf-display',
  'home-living-wooden-table-lifestyle',
  'item on purple background',
  'jewelry-accessories-bracelet-macro-wrist-detail',
  'jewelry-accessories-bracelet-mid-distance-natural-pose',
  'jewelry-accessories-earrings-close-detail',
  'jewelry-accessories-earrings-half-portrait',
  'jewelry-accessories-jewelry-close-up-studio-packshot',
  'jewelry-accessories-jewelry-in-box-close-detail',
  'jewelry-accessories-jewelry-in-box-wider-composition',
  'jewelry-accessories-jewelry-standard-catalog-distance',
  'jewelry-accessories-necklace-close-up-neck-detail',
  'jewelry-accessories-necklace-upper-body-shot',
  'jewelry-accessories-ring-on-finger-close-up-detail',
  'jewelry-accessories-ring-on-hand-mid-distance',
  'lifestyle-scenes-bathroom-shelf-beauty-style',
  'lifestyle-scenes-minimal-interior-setting',
  'lifestyle-scenes-modern-desk-scene',
  'lifestyle-scenes-soft-editorial-style',
  'main-product-images-classic-white-background',
  'main-product-images-front-slight-angle-view',
  'main-product-images-product-held-in-hand',
  'main-product-images-reflective-white-surface',
  'main-product-images-soft-shadow-premium-look',
  'studio photo on white with reflection',
]

/** Templates that run on the device: they set a plain background. */
const devicePresets = [
  'solid-colors-charcoal',
  'solid-colors-dusty-rose',
  'solid-colors-light-gray',
  'solid-colors-matte-black',
  'solid-colors-navy-blue',
  'solid-colors-pure-white',
  'solid-colors-sage-green',
  'solid-colors-sky-blue',
  'solid-colors-soft-beige',
  'solid-colors-warm-cream',
]

export const rows: Row[] = [
  unchanged('adapter_type=control', { preset: 'burst of particles', adapter_type: 'control' }),
  unchanged('adapter_type=control2', { preset: 'burst of particles', adapter_type: 'control2' }),
  unchanged('adapter_type=face', { preset: 'burst of particles', adapter_type: 'face' }),
  unchanged('adapter_type=generate_background', {
    preset: 'burst of particles',
    adapter_type: 'generate_background',
  }),
  unchanged('adapter_type=img2img', { preset: 'burst of particles', adapter_type: 'img2img' }),
  unchanged('adapter_type=inpainting', {
    preset: 'burst of particles',
    adapter_type: 'inpainting',
  }),
  unchanged('adapter_type=upscale', { generative_upscale: true, adapter_type: 'upscale' }),
  unchanged('background.replace with remove=generative', {
    background: { remove: 'generative', replace: 'https://pictures.example.com/beach.jpg' },
  }),
  unchanged('fit=outpainting', { width: 40, height: 40, fit: { canvas: 'outpainting' } }),
  unchanged('image_app', {
    width: 64,
    height: 48,
    fit: { canvas: 'outpainting' },
    image_app: 'uncrop',
  }),
  unchanged('model_type', { preset: 'burst of particles', model_type: 'modelg-3-pro-image' }),
  unchanged('placement.coordinates', {
    width: 64,
    height: 48,
    placement: { coordinates: [10, 20] },
  }),
  {
    ...unchanged('placement on a canvas larger than 2048 pixels', {}),
    request: {
      url,
      fit: { canvas: 'outpainting' },
      width: 4096,
      height: 64,
      placement: { coordinates: [400, 8], width: 3000, height: 48 },
    },
    sent: {
      fit: { canvas: 'outpainting' },
      width: 2048,
      height: 32,
      placement: { coordinates: [200, 4], width: 1500, height: 24 },
      output_format: 'png',
    },
  },
  unchanged('placement.fit', { width: 64, height: 48, placement: { fit: true } }),
  unchanged('placement.height', { width: 64, height: 48, placement: { height: 16 } }),
  unchanged('placement.rotation', { width: 64, height: 48, placement: { rotation: 15 } }),
  unchanged('placement.width', { width: 64, height: 48, placement: { width: 24 } }),
  unchanged('upscale_strength=1', { generative_upscale: true, upscale_strength: 1, width: 36 }),
  unchanged('upscale_strength=2', { generative_upscale: true, upscale_strength: 2, width: 36 }),
  unchanged('upscale_strength=3', { generative_upscale: true, upscale_strength: 3, width: 36 }),
  unchanged('upscale_strength=4', { generative_upscale: true, upscale_strength: 4, width: 36 }),
  unchanged('upscale_strength=5', { generative_upscale: true, upscale_strength: 5, width: 36 }),
  unchanged('upscale_strength=6', { generative_upscale: true, upscale_strength: 6, width: 36 }),
  unchanged('upscale_strength=7', { generative_upscale: true, upscale_strength: 7, width: 36 }),
  unchanged('upscale_strength=8', { generative_upscale: true, upscale_strength: 8, width: 36 }),
  unchanged('upscale_strength=9', { generative_upscale: true, upscale_strength: 9, width: 36 }),

  generated('adapter_type=control', { adapter_type: 'control' }),
  generated('adapter_type=control2', { adapter_type: 'control2' }),
  generated('adapter_type=face', { adapter_type: 'face' }),
  generated('adapter_type=generate_background', { adapter_type: 'generate_background' }),
  generated('adapter_type=img2img', {
    adapter_type: 'img2img',
    context_images: [
      'https://pictures.example.com/one.jpg',
      'https://pictures.example.com/two.jpg',
    ],
  }),
  generated('adapter_type=inpainting', {
    adapter_type: 'inpainting',
    ip_image2: 'https://pictures.example.com/mask.png',
  }),
  unchanged('background.generate.adapter_type=upscale', {
    ...generate({ adapter_type: 'upscale' }),
    generative_upscale: true,
  }),
  generated('avatar_generation_type=accurate', {
    adapter_type: 'face',
    avatar_generation_type: 'accurate',
  }),
  generated('avatar_generation_type=creative_img2img', {
    adapter_type: 'face',
    avatar_generation_type: 'creative_img2img',
  }),
  generated('avatar_generation_type=regular', {
    adapter_type: 'face',
    avatar_generation_type: 'regular',
  }),
  generated('background_url', { background_url: 'https://pictures.example.com/backdrop.jpg' }),
  generated('color', { color: [31, 42, 68] }),
  generated('context_images', {
    adapter_type: 'img2img',
    context_images: ['https://pictures.example.com/context.png'],
  }),
  generated('controlnet_conditioning_scale', {
    adapter_type: 'control',
    controlnet_conditioning_scale: 0.7,
  }),
  unchanged('background.generate.description', {
    background: {
      generate: { description: 'item positioned on plain white background, diffuse reflections' },
    },
  }),
  generated('face_id', { adapter_type: 'face', face_id: true }),
  generated('generation_type=generate', { generation_type: 'generate' }),
  generated('generation_type=head_swap', { generation_type: 'head_swap' }),
  generated('generation_type=outpainting', { generation_type: 'outpainting' }),
  generated('ip_image2', {
    adapter_type: 'face',
    avatar_generation_type: 'creative_img2img',
    ip_image2: 'https://pictures.example.com/face.jpg',
  }),
  generated('item_area_percentage', { item_area_percentage: 0.85 }),
  generated('model_type=a-model-of-tomorrow', { model_type: 'a-model-of-tomorrow' }),
  generated('model_type=fantasy', { model_type: 'fantasy' }),
  generated('model_type=modelf2-klein9b', { model_type: 'modelf2-klein9b' }),
  generated('model_type=modelg-3-pro-image-preview', { model_type: 'modelg-3-pro-image-preview' }),
  generated('model_type=modelg-3-pro-image', { model_type: 'modelg-3-pro-image' }),
  generated('model_type=modelg-image-flash', { model_type: 'modelg-image-flash' }),
  generated('model_type=modelq-no-blending', { model_type: 'modelq-no-blending' }),
  generated('model_type=modelq', { model_type: 'modelq' }),
  generated('model_type=models-4.5', { model_type: 'models-4.5' }),
  generated('model_type=premium', { model_type: 'premium' }),
  generated('model_type=realistic', { model_type: 'realistic' }),
  generated('model_type=z-image-turbo', { model_type: 'z-image-turbo' }),
  generated('position=LB', { position: 'LB' }),
  generated('position=LM', { position: 'LM' }),
  generated('position=LT', { position: 'LT' }),
  generated('position=MB', { position: 'MB' }),
  generated('position=MM', { position: 'MM' }),
  generated('position=MT', { position: 'MT' }),
  generated('position=RB', { position: 'RB' }),
  generated('position=RM', { position: 'RM' }),
  generated('position=RT', { position: 'RT' }),
  generated('sample_num', { sample_num: 4711 }),

  {
    name: 'background.color with remove=generative',
    request: { url, background: { remove: 'generative', color: '#FFFFFF' } },
    sent: { background: { remove: 'generative', color: 'transparent' }, output_format: 'png' },
    image: 'original',
  },
  {
    name: 'background.prompt',
    request: { url, background: { remove: 'generative', prompt: 'the chair on the left' } },
    sent: {
      background: { remove: 'generative', prompt: 'the chair on the left', color: 'transparent' },
      output_format: 'png',
    },
    image: 'original',
  },
  {
    name: 'background.remove=generative',
    request: { url, background: { remove: 'generative' } },
    sent: { background: { remove: 'generative', color: 'transparent' }, output_format: 'png' },
    image: 'original',
  },
  {
    name: 'generative_upscale',
    request: { url, generative_upscale: true, width: '200%' },
    sent: { generative_upscale: true, width: 24, output_format: 'png' },
    image: 'original',
  },
  {
    name: 'preset=auto_enhance_generative',
    request: { url, preset: 'auto_enhance_generative' },
    sent: {
      generative_upscale: true,
      width: 48,
      background: { generate: { description: 'high quality', adapter_type: 'upscale' } },
      output_format: 'png',
    },
    image: 'processed',
  },
  {
    name: 'text to image',
    request: {
      width: 64,
      height: 48,
      background: { generate: { description: 'a lighthouse at night', model_type: 'premium' } },
    },
    sent: {
      width: 64,
      height: 48,
      background: { generate: { description: 'a lighthouse at night', model_type: 'premium' } },
      output_format: 'png',
    },
    image: 'none',
  },

  ...remotePresets.map((preset) => unchanged(`preset=${preset}`, { preset })),
  ...devicePresets.map((preset, i): Row => {
    // The page's own model for `v2` takes a hundredth of the time. One preset runs as it is.
    const request = i === 0 ? { url, preset } : { url, preset, background: { remove: 'v2' } }
    return { name: `preset=${preset}`, request, sent: null, image: 'none' }
  }),
]
