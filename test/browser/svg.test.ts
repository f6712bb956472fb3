import { describe, expect, inject, it } from 'vitest'
import { decoded } from './pictures.ts'
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
  const image = (content: string) =>
    `<image width="9" height="9" href="data:image/svg+xml,${encodeURIComponent(content)}"/>`

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
    ['a drawing in the drawing', svg(image('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ])('is refused: %s', { timeout: 60_000 }, async (_, url) => {
    const start = performance.now()
    await expect(run({ url })).rejects.toMatchObject({ code: 'TOO_LARGE', path: 'url' })
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
