/** Draws the images of docs/fields.md: sources, and what requests make of them. field-drawings.mjs lists them. */
import { fieldDrawings, sources } from './field-drawings.mjs'
import { inProject } from './lib/in-project.mjs'
import { withPage } from './page.mjs'

const drawings = Object.values(fieldDrawings).flat()

const originals = new Set(Object.values(sources).map(({ file }) => file))
const files = new Map([
  ['/parrots.jpg', inProject('demo/parrots.jpg')],
  ['/logo.svg', inProject('demo/icon.svg')],
  ...[...originals].map((file) => [`/original/${file}`, inProject(`demo/${file}`)]),
  ...[...Object.keys(sources), ...drawings.map(({ name }) => name)].map((name) => [
    `/drawn/${name}`,
    inProject(`docs/fields/${name}.webp`),
  ]),
])
await withPage(files, async ({ page }) => {
  for (const [name, source] of Object.entries(sources))
    await page.evaluate(drawSource, { name, source })
  for (const drawing of drawings) await page.evaluate(draw, drawing)
})

/** Makes a source, keeps it in the page, and stores it as it is shown. */
async function drawSource({ name, source: { file, part, filter = 'none', quality } }) {
  const original = await createImageBitmap(await window.get(`/original/${file}`))
  const [x, y, width, height] = part
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context.filter = filter
  context.drawImage(original, x, y, width, height, 0, 0, width, height)
  const type = quality === undefined ? 'image/png' : 'image/jpeg'
  window.sources ??= {}
  window.sources[name] = await canvas.convertToBlob({ type, quality })
  const shown = { url: window.sources[name], max_length: 240, output_format: 'webp', quality: 90 }
  const { blob } = await window.darkroom.run(shown)
  await window.put(`/drawn/${name}`, blob)
}

async function draw({ name, source, request }) {
  const { blob } = await window.darkroom.run({
    url: window.sources[source],
    ...(request.width ? {} : { max_length: 240 }),
    output_format: 'webp',
    quality: 90,
    ...request,
  })
  await window.put(`/drawn/${name}`, blob)
}
