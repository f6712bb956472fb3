import { chunk } from '../workers/codecs/formats/png/chunks.ts'

/** SVGs of up to some megabytes that hold an engine's thread for long, or take its memory. Each is a text. */

const svg = (content: string, attributes = 'width="2000" height="2000"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`
const each = (count: number, content: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => content(i)).join('')
const rect = (attributes = 'fill="red"') => `<rect width="2000" height="2000" ${attributes}/>`
const filter = (primitives: string) =>
  svg(`<filter id="f">${primitives}</filter>${rect('filter="url(#f)"')}`)
const around = (depth: number, start: string, content: string, end = '</g>') =>
  start.repeat(depth) + content + end.repeat(depth)
const html = (style: string, content: string) =>
  svg(
    `<foreignObject width="2000" height="2000"><div xmlns="http://www.w3.org/1999/xhtml" style="${style}">${content}</div></foreignObject>`,
  )
const nested = (levels: number, element: (below: string) => string) =>
  svg(
    `<defs><g id="a0">${rect()}</g>${each(levels, (i) => `<g id="a${i + 1}">${element(`a${i}`).repeat(10)}</g>`)}</defs>${element(`a${levels}`)}`,
  )
const use = (below: string) => `<use href="#${below}"/>`
const inside = (content: string) =>
  svg(
    `<image width="2000" height="2000" href="data:image/svg+xml,${encodeURIComponent(content)}"/>`,
  )
const path = (points: number) =>
  each(points, (i) => `L${(i * 7919) % 2000} ${(i * 104_729) % 2000}`)

/** A PNG of 121 megapixels, of one bit each. */
async function largePng() {
  const side = 11_000
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, side)
  header.setUint32(4, side)
  header.setUint8(8, 1)
  const rows = new Blob([new Uint8Array(side * (1 + side / 8))]).stream()
  const packed = new Response(rows.pipeThrough(new CompressionStream('deflate')))
  const file = new Blob([
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', new Uint8Array(await packed.arrayBuffer())),
    chunk('IEND', new Uint8Array()),
  ])
  return btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer())))
}
const png = await largePng()

export const attacks: Record<string, string> = {
  'feMorphology of radius 4000': filter(
    '<feMorphology operator="dilate" radius="4000"/>'.repeat(50),
  ),
  'feGaussianBlur 600 times': filter('<feGaussianBlur stdDeviation="90"/>'.repeat(600)),
  feTurbulence: filter('<feTurbulence baseFrequency="0.9" numOctaves="200"/>'.repeat(50)),
  feConvolveMatrix: filter(
    `<feConvolveMatrix order="60" kernelMatrix="${'1 '.repeat(3600)}"/>`.repeat(20),
  ),
  lights: filter(
    '<feDiffuseLighting surfaceScale="9"><fePointLight x="9" y="9" z="9"/></feDiffuseLighting>'.repeat(
      300,
    ),
  ),
  'displacement maps': filter('<feDisplacementMap in2="SourceGraphic" scale="900"/>'.repeat(400)),
  'filters of groups of groups': svg(
    `<filter id="f"><feGaussianBlur stdDeviation="40"/></filter>${around(300, '<g filter="url(#f)">', rect())}`,
  ),
  'blur in a style': svg(rect(`style="filter:${'blur(90px) '.repeat(600)}"`)),
  'nested blend modes': svg(around(400, '<g style="mix-blend-mode:difference">', rect())),
  'nested opacity': svg(around(400, '<g opacity=".99">', rect())),
  'opacity of many groups': svg(each(4_000, () => `<g opacity=".9">${rect()}${rect()}</g>`)),
  'masks of masks': nested(9, (below) => rect(`mask="url(#${below})"`)),
  'masks in masks': svg(
    `${each(300, (i) => `<mask id="m${i}">${rect(`mask="url(#m${i + 1})"`)}</mask>`)}${rect('mask="url(#m0)"')}`,
  ),
  'many masks': svg(`<mask id="m">${rect()}</mask>${each(4_000, () => rect('mask="url(#m)"'))}`),
  'dashes of 0.001': svg(`<path stroke="red" stroke-dasharray="0.001" d="M0 0${path(5_000)}"/>`),
  'dashes of many lines': svg(
    `<g stroke="red" stroke-dasharray=".01">${'<path d="M0 0L2000 2000"/>'.repeat(4_000)}</g>`,
  ),
  '20,000 text shadows': html(
    `font-size:300px;text-shadow:${each(20_000, (i) => `${i % 900}px 9px 90px red,`)}0 0 red`,
    'text',
  ),
  '20,000 box shadows': html(
    `width:900px;height:900px;box-shadow:${each(20_000, (i) => `${i % 900}px 9px 90px red,`)}0 0 red`,
    '',
  ),
  'nested columns': html(
    '',
    around(30, '<div style="columns:9">', 'word '.repeat(2_000), '</div>'),
  ),
  'nested tables': html('', around(60, '<table><tr><td>', 'word', '</td></tr></table>')),
  ':has() over 16,000 elements': svg(
    `<style>${each(60, (i) => `g:has(~ g ~ .a${i}) ~ g:has(.b${i}) { fill: red }`)}</style>${'<g><rect/></g>'.repeat(8_000)}`,
  ),
  'uses of uses': nested(9, use),
  'patterns of patterns': svg(
    `${each(9, (i) => `<pattern id="p${i}" width=".01" height=".01">${`<rect width="20" height="20" fill="url(#p${i + 1})"/>`.repeat(9)}</pattern>`)}${rect('fill="url(#p0)"')}`,
  ),
  'markers at each point': svg(
    `<marker id="m"><g>${rect().repeat(100)}</g></marker><path marker-mid="url(#m)" d="M0 0${path(20_000)}"/>`,
  ),
  'a path of a million points': svg(
    `<path fill-rule="evenodd" stroke="red" stroke-width="30" d="M0 0${path(1_000_000)}"/>`,
  ),
  'clip paths of paths': svg(
    `<clipPath id="c"><path clip-rule="evenodd" d="M0 0${path(20_000)}"/></clipPath>${around(30, '<g clip-path="url(#c)">', rect().repeat(100))}`,
  ),
  'gradients of many shapes': svg(
    `<radialGradient id="g" r=".001" spreadMethod="reflect">${'<stop/>'.repeat(1_000)}</radialGradient>${rect('fill="url(#g)"').repeat(20_000)}`,
  ),
  'half a million rectangles': svg(rect().repeat(100_000)),
  'a long text of large letters': svg(
    `<text font-size="900" stroke="red" stroke-width="30">${'gW&amp;'.repeat(100_000)}</text>`,
  ),
  'a costly drawing in a drawing': inside(
    filter('<feMorphology operator="dilate" radius="4000"/>'.repeat(50)),
  ),
  'forty images of 121 megapixels': svg(
    each(
      40,
      (i) =>
        `<image width="2000" height="2000" href="data:image/png;base64,${png}" x="${i}" opacity=".9"/>`,
    ),
  ),
  'entities of entities': `<!DOCTYPE svg [<!ENTITY e0 "<g/>">${each(12, (i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`)}]>${svg('&e12;')}`,
}
