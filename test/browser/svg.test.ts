import { describe, expect, inject, it } from 'vitest'
import { decoded } from '../../scripts/lib/pictures.ts'
import { run } from './run.ts'

const svg = (content: string, attributes = 'width="40" height="20"') =>
  new Blob([`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`])
const red = '<rect width="50%" height="100%" fill="red"/>'
const pixel = ({ data, width }: ImageData, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

it('is drawn at its own size, with what is transparent', async () => {
  const { record, blob } = await run({ url: svg(red), output_format: 'png' })
  const image = await decoded(blob)
  expect([image.width, image.height]).toEqual([40, 20])
  expect(pixel(image, 19, 10)).toEqual([255, 0, 0, 255])
  expect(pixel(image, 20, 10)).toEqual([0, 0, 0, 0])
  expect(record.warnings).toEqual([])
})

it.each([
  [{ width: '400%' }, [160, 80]],
  [{ width: 10 }, [10, 5]],
  [{ height: 200 }, [400, 200]],
  [{ width: 100, height: 100, fit: 'bounds' }, [100, 50]],
] as const)('is drawn at the size asked for by %o, without a network', async (size, expected) => {
  const { record, blob } = await run({ url: svg(red), ...size, output_format: 'png' })
  const image = await decoded(blob)
  expect([image.width, image.height]).toEqual(expected)
  const [w = 0] = expected
  // A scaled edge would be a ramp.
  expect(pixel(image, w / 2 - 1, 2)).toEqual([255, 0, 0, 255])
  expect(pixel(image, w / 2, 2)[3]).toBe(0)
  expect(record.details?.steps.map(({ operation }) => operation)).toEqual(['decode', 'encode'])
})

it('has the size of its viewBox if it states no other', async () => {
  const { blob } = await run({ url: svg(red, 'viewBox="0 0 30 60" width="100%"') })
  expect(await decoded(blob)).toMatchObject({ width: 30, height: 60 })
})

it('runs no script and loads nothing', async () => {
  const server = inject('imageServer')
  const there = `${server}/svg`
  Reflect.deleteProperty(globalThis, 'svgRan')
  const { blob } = await run({
    url: svg(`
      <style>@import url(${there}/style.css); text { font-family: x } @font-face { font-family: x; src: url(${there}/font.woff2) }</style>
      <script>globalThis.svgRan = true; fetch('${there}/fetch')</script>
      <script href="${there}/script.js"/>
      <image href="${there}/image.png" width="9" height="9" onload="globalThis.svgRan = true"/>
      <use href="${there}/use.svg#a"/>
      <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${there}/frame.html"/></foreignObject>
      <text>text</text>${red}`),
    output_format: 'png',
  })
  expect(pixel(await decoded(blob), 15, 15)).toEqual([255, 0, 0, 255])
  // A request that the watch does see, after those that it must not.
  await new Promise((resolve) => setTimeout(resolve, 300))
  await fetch(`${there}/watched`)
  const requests: string[] = await (await fetch(`${server}/requests`)).json()
  expect(requests.filter((path) => path.startsWith('/svg/'))).toEqual(['/svg/watched'])
  expect(globalThis).not.toHaveProperty('svgRan')
})

it.each([
  [
    'is not well-formed',
    '<svg xmlns="http://www.w3.org/2000/svg"><rect></svg>',
    'UNIDENTIFIED_IMAGE',
  ],
  [
    'is too large',
    '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>',
    'TOO_LARGE',
  ],
])('is refused if it %s', async (_, text, code) => {
  await expect(run({ url: new Blob([text]) })).rejects.toMatchObject({ code, path: 'url' })
})

it('of 2,000,000 x 1,000,000 is drawn at the size that is asked for', async () => {
  const { blob } = await run({ url: svg(red, 'width="2e6" height="1e6"'), width: 100 })
  expect(await decoded(blob)).toMatchObject({ width: 100, height: 50 })
})

describe('what a page would draw for long', () => {
  const nested = (levels: number, element: (below: string) => string, inside = '') =>
    svg(
      `<defs><g id="a0">${inside}</g>${Array.from({ length: levels }, (_, i) => `<g id="a${i + 1}">${element(`a${i}`).repeat(10)}</g>`).join('')}</defs>${element(`a${levels}`)}${red}`,
    )
  const blurs = '<feGaussianBlur stdDeviation="90"/>'
  const filtered = (count: number) =>
    `<filter id="f">${blurs.repeat(count)}</filter><rect width="9" height="9" filter="url(#f)"/>`
  const text = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
  const image = (content: string) =>
    `<image width="9" height="9" href="da&#10;ta:image/svg+xml,${encodeURIComponent(content)}"/>`
  const background = (content: string) =>
    `<foreignObject><p xmlns="http://www.w3.org/1999/xhtml" style="background:url('data:image/svg+xml;base64,${btoa(content)}')"/></foreignObject>`
  /** With a pattern of 1,000 elements, `a`. */
  const patterned = (content: string) =>
    svg(`<pattern id="a">${red.repeat(1000)}</pattern>${content}`)
  const thousand = (content: string) => content.repeat(1000)

  it.each([
    ['uses of uses', nested(9, (below) => `<use href="#${below}"/>`)],
    ['masks of masks', nested(9, (below) => `<rect width="9" height="9" mask="url(#${below})"/>`)],
    [
      'masks by a style sheet, with an escape',
      svg(
        `<style>/* */ g rect { mask: u\\72l('#m') }</style><mask id="m">${red.repeat(1000)}</mask><g>${red.repeat(1000)}</g>`,
      ),
    ],
    ['a chain of filters', svg(filtered(3000))],
    ['filters in a style', svg(`<rect style="filter:${'blur(9px)'.repeat(3000)}"/>`)],
    ['a chain of references', nested(0, () => '', chained(5000))],
    ['half a million rectangles', svg(red.repeat(500_000))],
    ['a costly drawing in the drawing', svg(image(text(filtered(3000))))],
    ['a costly drawing in base64 in CSS', svg(background(text(filtered(3000))))],
    [
      'drawings in drawings, four deep',
      svg([1, 2, 3].reduce((below) => image(text(below)), image(text(red)))),
    ],
    ['a reference with an escape', patterned(thousand('<rect style="mask:u\\rl(#a)"/>'))],
    ['a reference with a space', patterned(thousand('<use href=" #a"/>'))],
    ['a reference with a percent sign', patterned(thousand('<use href="#%61"/>'))],
    ['an inherited pattern', patterned(`<g fill="url(#a)">${thousand('<rect/>')}</g>`)],
    [
      'a pattern that a mask inherits',
      patterned(
        `<g fill="url(#a)"><mask id="m">${thousand('<rect/>')}</mask></g><rect mask="url(#m)"/>`,
      ),
    ],
    [
      'a pattern in a variable',
      patterned(
        `<style>#g { --a: url(#a) } rect { fill: var(--a) }</style><g id="g">${thousand('<rect/>')}</g>`,
      ),
    ],
    [
      'a marker at each point',
      patterned(`<path style="marker:url(#a)" d="M0 0${thousand(' 1 1')}"/>`),
    ],
    [
      'masks by a selector with a brace',
      patterned(`<style>[k="{[a='"],g { mask: url(#a) }</style>${thousand('<g/>')}`),
    ],
    [
      'masks by a rule in a rule',
      patterned(`<style>g { &amp; { mask: url(#a) } }</style>${thousand('<g/>')}`),
    ],
    [
      'masks by an animation',
      patterned(
        `<style>@keyframes k { from { mask: url(#a) } } g { animation: k 1s }</style>${thousand('<g/>')}`,
      ),
    ],
    [
      'filters of a small region that is enlarged',
      svg(
        `<g transform="scale(40)"><g filter="url(#f)"/></g><filter id="f" filterUnits="userSpaceOnUse" width="1" height="1">${blurs.repeat(3000)}</filter>`,
      ),
    ],
    [
      'a style sheet in a style sheet',
      svg('<style>@import "data:text/css,rect{mask:url(%23a)}";</style>'),
    ],
    [
      'many rules for many elements',
      svg(`<style>${'!{fill:url(#a)}'.repeat(1000)}</style>${'<g/>'.repeat(199_000)}`),
    ],
    [
      'a megabyte of brackets',
      svg(`<style>svg { a: data:image/svg ${'url('.repeat(250_000)}}</style>`),
    ],
  ])('is refused: %s', { timeout: 60_000 }, async (_, url) => {
    const start = performance.now()
    await expect(run({ url })).rejects.toMatchObject({ code: 'TOO_LARGE', path: 'url' })
    expect(performance.now() - start).toBeLessThan(20_000)
  })

  it.each([
    ['one that takes as long as 200000 elements', svg(filtered(3000))],
    ['one of more than 200000 elements', svg('<g/>'.repeat(200_001))],
    [
      'one whose style sheets match too many elements',
      svg(`<style>${'!{fill:url(#a)}'.repeat(9)}</style>${'<g/>'.repeat(99_000)}`),
    ],
    [
      'one with a drawing inside that is not well-formed',
      svg('<image href="data:image/svg+xml,a"/>'),
    ],
  ])('is refused as %s', async (received, url) => {
    await expect(run({ url })).rejects.toThrow(`but received ${received}`)
  })

  const each = (count: number, content: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => content(i)).join('')
  const figma = (i: number) =>
    `<filter id="s${i}" x="4" y="4" width="68" height="68" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/><feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="hardAlpha" operator="out"/><feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/><feBlend mode="normal" in2="BackgroundImageFix" result="e"/><feBlend mode="normal" in="SourceGraphic" in2="e" result="shape"/></filter>`
  const inkscape = (i: number) =>
    `<filter id="s${i}" style="color-interpolation-filters:sRGB" x="-0.1" y="-0.1" width="1.2" height="1.2"><feGaussianBlur stdDeviation="1.2"/></filter>`
  const gradient = (i: number) =>
    `<linearGradient id="SVGID_${i}_" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="9" y2="9">${each(9, (at) => `<stop offset="${at / 9}" style="stop-color:#0${at}0"/>`)}</linearGradient>`

  it.each([
    [
      '300 shadows of Figma',
      svg(
        `${each(300, (i) => `<g filter="url(#s${i})"><rect x="8" y="8" width="60" height="60"/></g>`)}<defs>${each(300, figma)}</defs>${red}`,
        'width="1440" height="1024" viewBox="0 0 1440 1024" fill="none"',
      ),
    ],
    [
      '1,000 blurs of Inkscape',
      svg(
        `<defs>${each(1000, inkscape)}</defs>${each(1000, (i) => `<path style="fill:#000;filter:url(#s${i})" d="m 1,1 h 1 v 1 z"/>`)}${red}`,
      ),
    ],
    [
      'a file of draw.io with its own copy and an image',
      svg(
        `<g><image x="1" y="1" width="9" height="9" xlink:href="data:image/svg+xml;base64,${btoa(text(red))}"/></g>${red}`,
        'xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20" content="&lt;mxfile&gt;&lt;mxCell style=&quot;shape=image;image=data:image/svg+xml,PHN2ZyB4&quot;/&gt;&lt;/mxfile&gt;"',
      ),
    ],
    [
      'a file of Excalidraw with its font',
      svg(
        `<metadata>data:image/svg+xml</metadata><defs><style class="style-fonts">@font-face { font-family: Virgil; src: url(data:font/woff2;base64,${'AAAA'.repeat(30_000)}); }</style></defs>${each(2000, () => '<g><path d="M0 0 L1 1" stroke="#000"/></g>')}<text font-family="Virgil">a</text>${red}`,
      ),
    ],
    [
      '1,500 classes of Illustrator with gradients',
      svg(
        `<style type="text/css">${each(1500, (i) => `.st${i}{fill:url(#SVGID_${i}_);}`)}</style>${each(1500, (i) => `${gradient(i)}<path class="st${i}" d="M0,0h1v1z"/>`)}${red}`,
      ),
    ],
    [
      '20,000 shapes with one gradient',
      svg(
        `${gradient(0)}<g fill="url(#SVGID_0_)">${'<path d="M0 0h1v1z"/>'.repeat(20_000)}</g>${red}`,
      ),
    ],
    ['a style sheet of a megabyte that is no CSS', svg(`<style>${'a'.repeat(1e6)}</style>${red}`)],
  ])('is not %s', async (_, url) => {
    const start = performance.now()
    const { blob } = await run({ url, output_format: 'png' })
    const image = await decoded(blob)
    expect(pixel(image, image.width / 2 - 1, image.height - 1)).toEqual([255, 0, 0, 255])
    expect(performance.now() - start).toBeLessThan(20_000)
  })

  it.each([
    ['entities of entities', `<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "${'&a;'.repeat(9)}">]>`],
    ['an entity of itself', '<!DOCTYPE svg [<!ENTITY b "&b;">]>'],
  ])('or ends: %s', async (_, doctype) => {
    const url = new Blob([
      `${doctype}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&b;</text></svg>`,
    ])
    const answer = await run({ url }).then(
      () => 'an image',
      ({ code }) => code,
    )
    expect(['an image', 'UNIDENTIFIED_IMAGE']).toContain(answer)
  })

  it('is not what refers to itself, or to much that is drawn once', async () => {
    const loop = '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'
    const { blob } = await run({
      url: svg(`${loop}${filtered(100)}${red}<use href="#none"/>`),
      output_format: 'png',
    })
    expect(pixel(await decoded(blob), 15, 15)).toEqual([255, 0, 0, 255])
  })
})

function chained(length: number): string {
  return Array.from({ length }, (_, i) => `<g id="c${i}"><use href="#c${i + 1}"/></g>`).join('')
}

it('may be a caption', async () => {
  const { blob } = await run({
    url: svg('<rect width="100%" height="100%" fill="blue"/>'),
    caption: {
      url: svg('<rect width="100%" height="100%" fill="lime"/>'),
      position: 'LT',
      padding: 0,
    },
    output_format: 'png',
  })
  expect(pixel(await decoded(blob), 2, 2)).toEqual([0, 255, 0, 255])
})
