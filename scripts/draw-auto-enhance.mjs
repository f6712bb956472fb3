/**
 * Draws the images of docs/auto-enhance.md: ordinary photographs before and after the preset `auto_enhance`, whole and in
 * a detail at 100 %. Names as arguments draw some of them; `--results folder` keeps the whole results.
 */
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inProject, wholeData } from './lib/in-project.mjs'
import { withPage } from './page.mjs'

const data = wholeData()

/** One entry per strip: name, photograph, the middle of the detail as shares of the sides, and what is done to it before. */
const strips = [
  ['lincoln', 'real/Lincoln.png', 0.5, 0.4],
  ['building', 'real/building.png', 0.5, 0.5],
  ['chip', 'real/chip.png', 0.5, 0.5],
  ['dog', 'real/dog.png', 0.45, 0.4],
  ['old-photo', 'real/oldphoto2.png', 0.5, 0.4],
  ['slide', 'real/ppt3.png', 0.5, 0.5],
  ['drawing', 'real/0014.jpg', 0.5, 0.4],
  ['boats', 'kodak/kodim11.png', 0.4, 0.6],
  ['girl', 'kodak/kodim15.png', 0.62, 0.3],
  ['lighthouse', 'kodak/kodim19.png', 0.5, 0.4],
  ['statue', 'kodak/kodim17.png', 0.42, 0.28, { quality: 0.3 }],
  ['night', 'kodak/kodim01.png', 0.4, 0.5, { quality: 0.9, shot: 0.0043 }],
]

const { values, positionals: only } = parseArgs({
  allowPositionals: true,
  options: { results: { type: 'string' } },
})
const wanted = strips.filter(([name]) => only.length === 0 || only.includes(name))
if (values.results) mkdirSync(values.results, { recursive: true })
const files = new Map(
  wanted.flatMap(([name, photograph]) => [
    [`/source/${name}`, `${data}/${photograph}`],
    [`/${name}.webp`, inProject(`docs/auto-enhance/${name}.webp`)],
    ...['before', 'after'].map((part) => [
      `/${name}-${part}.png`,
      `${values.results}/${name}-${part}.png`,
    ]),
  ]),
)
await withPage(files, async ({ page }) => {
  for (const [name, , x, y, spoil] of wanted) {
    const camera = `/@fs${inProject('scripts/lib/camera.ts')}`
    const keep = values.results !== undefined
    console.log(name, await page.evaluate(draw, { name, x, y, spoil, camera, keep }))
  }
})

async function draw({ name, x, y, spoil, camera, keep }) {
  const HEIGHT = 240
  const { darkroom, get, put } = window
  let url = await get(`/source/${name}`)
  let before = await createImageBitmap(url)
  if (spoil) {
    const whole = new OffscreenCanvas(before.width, before.height)
    const pen = whole.getContext('2d')
    pen.drawImage(before, 0, 0)
    if (spoil.shot) {
      pen.globalCompositeOperation = 'multiply'
      pen.fillStyle = '#667'
      pen.fillRect(0, 0, whole.width, whole.height)
      const noisy = (await import(camera)).camera(spoil.shot)
      pen.putImageData(noisy(pen.getImageData(0, 0, whole.width, whole.height), 1), 0, 0)
    }
    url = await whole.convertToBlob({ type: 'image/jpeg', quality: spoil.quality })
    before = await createImageBitmap(url)
  }
  const record = await darkroom.run({ url, preset: 'auto_enhance', output_format: 'png' })
  const after = await createImageBitmap(record.blob)
  const wide = Math.round((HEIGHT * after.width) / after.height)
  const strip = new OffscreenCanvas(2 * wide + 2 * HEIGHT + 12, HEIGHT)
  const pen = strip.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(before, 0, 0, wide, HEIGHT)
  pen.drawImage(after, wide + 4, 0, wide, HEIGHT)
  const clamp = (at, length) =>
    Math.max(0, Math.min(length - HEIGHT, Math.round(at * length - HEIGHT / 2)))
  const [left, top] = [clamp(x, after.width), clamp(y, after.height)]
  const scale = before.width / after.width
  const detail = [left, top, HEIGHT, HEIGHT]
  pen.drawImage(before, ...detail.map((value) => value * scale), 2 * wide + 8, 0, HEIGHT, HEIGHT)
  pen.drawImage(after, ...detail, 2 * wide + HEIGHT + 12, 0, HEIGHT, HEIGHT)
  await put(`/${name}.webp`, await strip.convertToBlob({ type: 'image/webp', quality: 0.85 }))
  if (keep) {
    await put(`/${name}-after.png`, record.blob)
    const large = new OffscreenCanvas(after.width, after.height)
    const copy = large.getContext('2d')
    copy.imageSmoothingQuality = 'high'
    copy.drawImage(before, 0, 0, after.width, after.height)
    await put(`/${name}-before.png`, await large.convertToBlob())
  }
  const { steps } = record.details
  return [
    `${before.width} x ${before.height} -> ${after.width} x ${after.height}`,
    ...steps.map(
      ({ operation, ms, choice }) =>
        `${operation} ${Math.round(ms / 100) / 10}${choice ? ` ${choice.mode} ${choice.why}` : ''}`,
    ),
  ].join(', ')
}
