/** Draws the images of docs/fields.md: sources, and what requests make of them. field-drawings.mjs lists them. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fieldDrawings, sources } from './field-drawings.mjs'
import { openPage } from './page.mjs'

const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const drawings = Object.values(fieldDrawings).flat()
mkdirSync(inProject('docs/fields'), { recursive: true })

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
const { page, close } = await openPage({ darkroom: { persist: false }, files })
try {
  for (const [name, source] of Object.entries(sources))
    await page.evaluate(drawSource, { name, source })
  for (const drawing of drawings) await page.evaluate(draw, drawing)
} finally {
  await close()
}

/** Makes a source, keeps it in the page, and stores it as it is shown. */
async function drawSource({ name, source: { file, part, filter = 'none', quality } }) {
  const original = await createImageBitmap(await (await fetch(`/original/${file}`)).blob())
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
  await fetch(`/drawn/${name}`, { method: 'PUT', body: blob })
}

async function draw({ name, source, request }) {
  const { blob } = await window.darkroom.run({
    url: window.sources[source],
    ...(request.width ? {} : { max_length: 240 }),
    output_format: 'webp',
    quality: 90,
    ...request,
  })
  await fetch(`/drawn/${name}`, { method: 'PUT', body: blob })
}
