/** Draws the pictures of README.md: a cut-out, and a part of a photograph enlarged by four, each beside its original. */
import { inProject } from './lib/in-project.mjs'
import { withPage } from './page.mjs'

const drawings = [
  ['cut-out', 'demo/samples/parrot.jpg', { background: { remove: 'auto' }, output_format: 'png' }],
  ['enlargement', 'demo/parrots.jpg', { width: '400%', output_format: 'png' }, [32, 82, 104, 78]],
]
const files = new Map(
  drawings.flatMap(([name, source]) => [
    [`/source/${name}`, inProject(source)],
    [`/${name}.webp`, inProject(`docs/${name}.webp`)],
  ]),
)
await withPage(files, async ({ page }) => {
  for (const [name, , request, part] of drawings)
    console.log(name, await page.evaluate(draw, { name, request, part }))
})

async function draw({ name, request, part }) {
  const [WIDTH, HEIGHT, SQUARE] = [480, 360, 12]
  const { darkroom, get, put } = window
  const url = await get(`/source/${name}`)
  const before = await createImageBitmap(url)
  const after = await createImageBitmap((await darkroom.run({ url, ...request })).blob)
  const strip = new OffscreenCanvas(2 * WIDTH + 4, HEIGHT)
  const pen = strip.getContext('2d')
  for (let y = 0; y < HEIGHT; y += SQUARE)
    for (let x = 0; x < WIDTH; x += SQUARE) {
      pen.fillStyle = (x + y) % (2 * SQUARE) ? '#ddd' : '#fff'
      pen.fillRect(WIDTH + 4 + x, y, SQUARE, SQUARE)
    }
  const box = part ?? [0, 0, before.width, before.height]
  const scaled = box.map((value) => (value * after.width) / before.width)
  pen.imageSmoothingEnabled = !part
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(before, ...box, 0, 0, WIDTH, HEIGHT)
  pen.drawImage(after, ...scaled, WIDTH + 4, 0, WIDTH, HEIGHT)
  await put(`/${name}.webp`, await strip.convertToBlob({ type: 'image/webp', quality: 0.85 }))
  return `${before.width} x ${before.height} -> ${after.width} x ${after.height}`
}
