/**
 * Draws the images of docs/people.md: photographs, and beside each what `background.remove: 'auto'` keeps, on green. Names as
 * arguments draw some of them.
 */
import { inProject, wholeData } from './lib/in-project.mjs'
import { withPage } from './page.mjs'

const data = wholeData()
const photographs = {
  girl: `${data}/cutout/girl-1.jpg`,
  tiger: `${data}/cutout/animal-1.jpg`,
  lion: `${data}/cutout/animal-3.jpg`,
  car: `${data}/cutout/car-2.jpg`,
  parrot: inProject('demo/samples/parrot.jpg'),
  parrots: `${data}/kodak/kodim23.png`,
  'painted-face': `${data}/kodak/kodim15.png`,
  statue: `${data}/kodak/kodim17.png`,
  motorcycles: `${data}/kodak/kodim05.png`,
  boats: `${data}/kodak/kodim09.png`,
  lighthouse: `${data}/kodak/kodim19.png`,
  caps: `${data}/kodak/kodim03.png`,
}
const only = process.argv.slice(2)
const wanted = Object.entries(photographs).filter(([name]) => !only[0] || only.includes(name))
const files = new Map(
  wanted.flatMap(([name, photograph]) => [
    [`/source/${name}`, photograph],
    [`/${name}.webp`, inProject(`docs/cut-outs/${name}.webp`)],
  ]),
)
await withPage(files, async ({ page }) => {
  for (const [name] of wanted) console.log(name, await page.evaluate(draw, name))
})

async function draw(name) {
  const [HEIGHT, GAP] = [270, 4]
  const { darkroom, get, put } = window
  const url = await get(`/source/${name}`)
  const request = { url, background: { remove: 'auto' }, output_format: 'png' }
  const record = await darkroom.run(request)
  const images = [await createImageBitmap(url), await createImageBitmap(record.blob)]
  const width = Math.round((HEIGHT * images[0].width) / images[0].height)
  const strip = new OffscreenCanvas(2 * width + GAP, HEIGHT)
  const pen = strip.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.fillStyle = '#2a9d6f'
  pen.fillRect(width + GAP, 0, width, HEIGHT)
  for (const [index, image] of images.entries())
    pen.drawImage(image, index * (width + GAP), 0, width, HEIGHT)
  await put(`/${name}.webp`, await strip.convertToBlob({ type: 'image/webp', quality: 0.85 }))
  return record.warnings.map(({ code }) => code)
}
