/** Draws the images of docs/white-balance.md from photographs: the input, the results, the original. */
import { inProject, wholeData } from './lib/in-project.mjs'
import { withPage } from './page.mjs'

const photographs = wholeData('kodak')

const balance = (level) => ({
  enhancements: ['white_balance'],
  white_balance_parameters: { level },
})
const exposure = { enhancements: ['exposure_correction'] }

/** One entry per strip: file, photograph, gains in linear light, gamma, requests. */
const strips = [
  ['warm', 'kodim19', [1.28, 1, 0.72], 1, [balance(0.5), balance(1)]],
  ['cool', 'kodim17', [0.76, 1, 1.25], 1, [balance(0.5), balance(1)]],
  ['dark', 'kodim07', [1, 1, 1], 2, [exposure]],
  ['light', 'kodim15', [1, 1, 1], 0.5, [exposure]],
]

const files = new Map(
  strips.flatMap(([name, photograph]) => [
    [`/${photograph}.png`, `${photographs}/${photograph}.png`],
    [`/${name}.webp`, inProject(`docs/white-balance/${name}.webp`)],
  ]),
)
await withPage(files, async ({ page }) => {
  for (const [name, photograph, gains, gamma, requests] of strips)
    await page.evaluate(draw, { name, photograph, gains, gamma, requests })
})

async function draw({ name, photograph, gains, gamma, requests }) {
  const { darkroom, get, put } = window
  const file = await get(`/${photograph}.png`)
  const original = await createImageBitmap(file)
  const { width, height } = original
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context.drawImage(original, 0, 0)
  const image = context.getImageData(0, 0, width, height)
  const light = 0.2126 * gains[0] + 0.7152 * gains[1] + 0.0722 * gains[2]
  image.data.forEach((value, i) => {
    if (i % 4 === 3) return
    const x = (value / 255) ** gamma
    const linear =
      ((x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4) * gains[i % 4]) / light
    image.data[i] =
      255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055)
  })
  context.putImageData(image, 0, 0)
  const given = await canvas.convertToBlob({ type: 'image/png' })
  const results = []
  for (const request of requests)
    results.push((await darkroom.run({ url: given, output_format: 'png', ...request })).blob)
  const shown = await Promise.all([given, ...results, file].map((blob) => createImageBitmap(blob)))
  const [w, h] = [Math.round((170 * width) / height), 170]
  const strip = new OffscreenCanvas((w + 4) * shown.length - 4, h)
  const pen = strip.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  for (const [i, bitmap] of shown.entries()) pen.drawImage(bitmap, i * (w + 4), 0, w, h)
  await put(`/${name}.webp`, await strip.convertToBlob({ type: 'image/webp', quality: 0.75 }))
}
