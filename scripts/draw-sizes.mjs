/** Writes docs/sizes.md and draws its images: the effect of each size, fit and padding on one small image. */
import { writeFileSync } from 'node:fs'
import { inProject } from './lib/in-project.mjs'
import { withPage } from './page.mjs'

const box = { width: 160, height: 160 }
const grey = { background: { color: '#C8CDD4' } }

/** One entry per drawing: file, request, caption. */
const drawings = [
  ['unchanged', {}, 'the image, 240 x 160'],
  ['width', { width: 160 }, 'the other dimension keeps the ratio'],
  ['percent', { width: '150%' }, 'per cent of the image’s own dimension'],
  [
    'canvas',
    { ...box },
    'the default: the whole image, exactly the box, filled with the colour of the border',
  ],
  ['canvas-color', { ...box, ...grey }, 'filled with a colour'],
  ['bounds', { ...box, fit: 'bounds' }, 'inside the box; the result is only the image'],
  ['cover', { ...box, fit: 'cover' }, 'covers the box; one dimension may exceed it'],
  ['crop-center', { ...box, fit: { crop: 'center' } }, 'cropped to the box, around the centre'],
  [
    'crop-content',
    { ...box, fit: { crop: 'content' } },
    'cropped to the box, around the middle of the content',
  ],
  [
    'crop-content-tall',
    { width: 100, height: 200, fit: 'crop' },
    'the content is shown whole; the rest is filled',
  ],
  ['crop-item', { ...box, fit: { crop: 'item' } }, 'the item fills the box'],
  [
    'crop-item-padding',
    { ...box, fit: { crop: 'item' }, padding: '20%' },
    'with padding around the item',
  ],
  ['padding', { padding: 20, ...grey }, 'no dimension: the canvas grows by the padding'],
  [
    'padding-one',
    { width: 200, padding: 20, ...grey },
    'one dimension: the padding is inside it, and added to the other',
  ],
  [
    'padding-two',
    { ...box, padding: '20%', ...grey },
    'two dimensions: the padding is inside, per cent of each',
  ],
  ['min', { min_length: 200 }, 'the shorter side is raised to it'],
  ['max', { max_length: 120 }, 'the longer side is lowered to it'],
  [
    'print',
    { print_size: 'A8', dpi: 72, ...grey },
    'paper, turned to the orientation of the image',
  ],
  [
    'print-upright',
    { print_size: 'A8', dpi: 72, print_reorientation: false, ...grey },
    'paper as in the table of sizes',
  ],
]

const files = new Map([
  ['/sample', inProject('docs/sizes/sample.png')],
  ...drawings.map(([name]) => [`/${name}`, inProject(`docs/sizes/${name}.webp`)]),
])
await withPage(files, async ({ page }) => {
  const rows = []
  for (const [name, request, words] of drawings) {
    const size = await page.evaluate(draw, { name, request })
    rows.push(
      `| ![${name}](sizes/${name}.webp) | \`${JSON.stringify(request)}\` | ${words} | ${size} |`,
    )
  }
  writeFileSync(inProject('docs/sizes.md'), text(rows))
})

async function draw({ name, request }) {
  const { darkroom, get, put } = window
  const given = { url: await get('/sample'), output_format: 'webp', quality: 80 }
  const { blob, details } = await darkroom.run({ ...given, ...request })
  await put(`/${name}`, blob)
  return `${details.width} x ${details.height}`
}

function text(rows) {
  return `# Sizes and fits

Written by \`npm run draw\`. Each row is a request on the same image of 240 x 160 pixels, and its result.

| result | request | what it does | pixels |
| --- | --- | --- | --- |
${rows.join('\n')}

[\`src/plan/geometry.ts\`](../src/plan/geometry.ts) computes all of this and rounds once, at the end;
[\`test/unit/geometry-cases.ts\`](../test/unit/geometry-cases.ts) has cases worked out by hand.
`
}
