/** Draws the images of docs/light-and-color.md: each type of light and color on a photograph, and a page before and after. */
import { inProject } from './lib/in-project.mjs'
import { withPage } from './page.mjs'

const types = ['contrast', 'hdr_light', 'hdr_light_advanced']
const typesOf = (name) =>
  types.map((type) => [
    `${name}-${type}`,
    { enhancements: [name], [`${name}_parameters`]: { type, level: 1 } },
  ])
const document = {
  preset: 'enhance_document',
  enhancements: [],
  upscale_parameters: { type: 'v1' },
}
/** One entry per image: source, file, request. */
const drawings = [
  ['shaded', 'shaded', {}],
  ...typesOf('light').map((one) => ['shaded', ...one]),
  ['photo', 'photo', {}],
  ...typesOf('color').map((one) => ['photo', ...one]),
  ['page', 'page', {}],
  ['page', 'page-document', document],
]

const files = new Map([
  ['/parrots', inProject('demo/parrots.jpg')],
  ...drawings.map(([, name]) => [`/${name}`, inProject(`docs/light-and-color/${name}.webp`)]),
])
await withPage(files, async ({ page }) => {
  for (const [source, name, request] of drawings)
    await page.evaluate(draw, { source, name, request })
})

async function draw({ source, name, request }) {
  const [width, height] = [256, 171]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (source === 'page') write()
  else {
    context.drawImage(await createImageBitmap(await window.get('/parrots')), 0, 0, width, height)
  }
  const image = context.getImageData(0, 0, width, height)
  if (source === 'shaded') shade((x) => 0.22 + 0.78 / (1 + Math.exp((x - 0.5) * 30)), [1, 1, 1])
  if (source === 'page') shade((x, y) => 0.25 + 0.35 * x + 0.25 * y, [1, 0.93, 0.74])
  const given = { url: image, output_format: 'webp', quality: 82 }
  const { blob } = await window.darkroom.run({ ...given, ...request })
  await window.put(`/${name}`, blob)

  function write() {
    context.fillStyle = '#fafafa'
    context.fillRect(0, 0, width, height)
    context.fillStyle = '#1e1e1e'
    context.font = '11px serif'
    for (let y = 22; y < height - 8; y += 15) {
      context.fillText('ink and paper under a lamp, read by a window', 18, y)
    }
    context.fillStyle = '#c82832'
    context.fillRect(196, 118, 40, 34)
  }

  /** Multiplies linear light by `light(x, y)`, x and y from 0 to 1, and by the colour `cast`. */
  function shade(light, cast) {
    for (let i = 0; i < image.data.length; i++) {
      if (i % 4 === 3) continue
      const at = i >> 2
      const falls = light((at % width) / width, Math.floor(at / width) / height) * cast[i % 4]
      image.data[i] = 255 * ((image.data[i] / 255) ** 2.2 * falls) ** (1 / 2.2)
    }
  }
}
