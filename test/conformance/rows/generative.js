import { equal, near } from '../check.js'
import { BLUE, ball, base64, CLEAR, flat } from '../pictures.js'
import { remote, row, sentBy } from '../row.js'

const generate = (fields) => ({ background: { generate: { description: 'a table', ...fields } } })
const generated = (id, value) =>
  remote(id, generate({ [id]: value }), 'background.generate', `background.generate.${id}`)
/** `sent`: the value that test/remote/rows.ts names, where it has a row for each. */
const checked = (id, good, bad, how, sent = '') => {
  const path = `background.generate.${id}`
  const tested = row(id, `remote service: ${how}`, 'src/request/schema.ts', async (service) => {
    await service.generates(generate({ [id]: good }), 'background.generate')
    await service.refused(generate({ [id]: bad }), 'BAD_REQUEST', path)
  })
  return sentBy(path + sent, tested)
}

export const strengths = [
  ...Array.from({ length: 9 }, (_, i) =>
    remote(
      `strength ${i + 1}`,
      { generative_upscale: true, upscale_strength: i + 1 },
      'generative_upscale',
      `upscale_strength=${i + 1}`,
    ),
  ),
  row('strength beyond', 'refused', 'src/request/schema.ts', async (service) => {
    for (const upscale_strength of [0, 10, 'much']) {
      await service.refused({ upscale_strength }, 'BAD_REQUEST', 'upscale_strength')
    }
  }),
  remote(
    'guided by a prompt',
    {
      generative_upscale: true,
      background: { generate: { adapter_type: 'upscale', description: 'a lake' } },
    },
    'generative_upscale',
    'background.generate.adapter_type=upscale',
    'without generative_upscale such a prompt has no effect, with a warning',
  ),
]

const FIND_MASK = 'workers/operations/background/find-mask.ts'

const methods = {
  auto: 'what stands out, and people whose faces are found',
  v2: 'the same as `auto` until the application installs a model for it',
  human: 'people; by the model that the application installed, if there is one',
  item: 'what stands out',
}

export const removal = [
  ...Object.entries(methods).map(([remove, how]) =>
    row(`remove: ${remove}`, how, FIND_MASK, async (service) => {
      const { at } = await service.pixels({ url: base64(await ball()), background: { remove } })
      equal(at(1, 1), CLEAR, 'the corner')
      await service.refused({ background: { remove: 'all' } }, 'BAD_REQUEST', 'background.remove')
    }),
  ),
  remote(
    'remove: generative',
    { background: { remove: 'generative' } },
    'background.remove',
    'background.remove=generative',
  ),
  remote(
    'prompt',
    { background: { remove: 'generative', prompt: 'the chair' } },
    'background.remove',
    'background.prompt',
  ),
  row(
    'color',
    'hex, `auto`, `transparent`; alone it removes nothing. In the colour profile that the image keeps',
    'src/plan/local-steps.ts',
    async (service) => {
      for (const color of ['auto', 'transparent', '#FFF', '#ffffff']) {
        await service.develop({ background: { color } })
      }
      await service.refused(
        { background: { color: 'blue-ish' } },
        'BAD_REQUEST',
        'background.color',
      )
    },
  ),
  row(
    'replace',
    'implies `remove: auto`; placed by cover, behind the cut-out on its canvas',
    'workers/operations/backdrop/index.ts',
    async (service) => {
      const replace = base64(await flat(40, 8, BLUE))
      const { at } = await service.pixels({ url: base64(await ball()), background: { replace } })
      near(at(1, 1), BLUE, 1)
      await service.refused({ background: { replace: 'sky' } }, 'BAD_REQUEST', 'background.replace')
    },
  ),
]

export const generation = [
  sentBy(
    ['realistic', 'premium', 'modelq', 'a-model-of-tomorrow'].map(
      (name) => `background.generate.model_type=${name}`,
    ),
    row(
      'model_type',
      'remote service: unknown names pass with a warning',
      'src/request/normalize.ts',
      async (service) => {
        for (const model_type of ['realistic', 'premium', 'modelq', 'some-new-model']) {
          await service.generates(generate({ model_type }), 'background.generate')
        }
      },
    ),
  ),
  generated('description', 'a table'),
  checked('sample_num', 7, -1, 'an integer of 0 or more'),
  checked('adapter_type', 'control', 'paint', 'the values of the interface', '=control'),
  checked('face_id', true, 'perhaps', 'true or false'),
  checked('controlnet_conditioning_scale', 0.5, 2, '0 to 1'),
  checked('item_area_percentage', 0.85, 1.5, '0 to 1, as its table has it'),
  sentBy(
    'background.generate.color',
    row(
      'generate.color',
      'remote service: three integers from 0 to 255',
      'src/request/schema.ts',
      async (service) => {
        await service.generates(generate({ color: [255, 0, 0] }), 'background.generate')
        const path = 'background.generate.color.2'
        await service.refused(generate({ color: [1, 2, 300] }), 'BAD_REQUEST', path)
      },
    ),
  ),
  generated('background_url', 'https://a.example/sky.png'),
  checked('position', 'LM', 'XX', 'two letters, in either order', '=LM'),
  checked('generation_type', 'outpainting', 'paint', 'the values of the interface', '=outpainting'),
  checked(
    'avatar_generation_type',
    'accurate',
    'likely',
    'the values of the interface',
    '=accurate',
  ),
  generated('ip_image2', 'https://a.example/mask.png'),
  generated('context_images', ['https://a.example/1.png', 'https://a.example/2.png']),
  ...['generate_background', 'face', 'control', 'control2', 'inpainting', 'img2img'].map((name) =>
    remote(
      `adapter_type: ${name}`,
      generate({ adapter_type: name }),
      'background.generate',
      `background.generate.adapter_type=${name}`,
    ),
  ),
  remote(
    'adapter_type: upscale',
    { generative_upscale: true, ...generate({ adapter_type: 'upscale' }) },
    'generative_upscale',
    'background.generate.adapter_type=upscale',
  ),
  remote(
    'text to image',
    { url: null, ...generate({}) },
    'background.generate',
    'text to image',
    'without any source',
  ),
]

const placed = (field, value) => ({ placement: { [field]: value } })
const places = { coordinates: [10, 20], width: 100, height: 50, rotation: 15, fit: true }

export const placement = [
  ...Object.entries(places).map(([field, value]) =>
    remote(`placement.${field}`, placed(field, value), 'placement', `placement.${field}`),
  ),
  row('placement with wrong values', 'refused', 'src/request/schema.ts', async (service) => {
    await service.refused(placed('coordinates', [1]), 'BAD_REQUEST', 'placement.coordinates.1')
    await service.refused(placed('width', 'wide'), 'BAD_REQUEST', 'placement.width')
  }),
  remote(
    'outpainting without a prompt',
    { fit: { canvas: 'outpainting' }, width: 40 },
    'fit',
    'fit=outpainting',
    'the service describes the image itself',
  ),
]
