import { describe, expect, it } from 'vitest'
import { factsOf } from '../../workers/svg/cost.ts'
import { attacks } from '../svg-attacks.ts'

const MEGAPIXEL = 1e6
const MAX_LAYER_PIXELS = 3e8

/** Whether a page draws it at once, at a megapixel. */
const isCheap = (text: string) => {
  const { refused, layers } = factsOf(text)
  return refused ?? layers * MEGAPIXEL < MAX_LAYER_PIXELS
}
const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`

describe('what a page would draw for long', () => {
  it.each(Object.entries(attacks))('is not cheap: %s', (_, text) => {
    const start = performance.now()
    expect(isCheap(text)).not.toBe(true)
    expect(performance.now() - start).toBeLessThan(2000)
  })

  it.each([
    '<rect style="mask:u\\rl(#a)"/>',
    '<style>@import "data:text/css,rect{}";</style>',
    '<style>g rect { fill: red }</style>',
    '<style>g { fill: var(--a) }</style><g/>',
    '<image href="data:image/svg+xml,a"/>',
    '<image href="data:image/png;base64,AAAA"/>',
    '<script>1</script>',
    '<animate/>',
    '<p xmlns="http://www.w3.org/1999/xhtml"/>',
    '<rect>',
    '<?xml-stylesheet href="a.css"?>',
  ])('is not cheap: %s', (content) => {
    expect(factsOf(svg(content)).refused).toBeDefined()
  })
})

describe('what would take long to count', () => {
  const million = 1e6
  it.each([
    ['comments without an end', `<style>${'/*'.repeat(million / 2)}</style>`],
    ['comments in a style', `<g style="${'/*'.repeat(million / 2)}"/>`],
    ['a rule without an end', `<style>${'a'.repeat(million)}</style>`],
    ['media without an end', `<style>${'@media{'.repeat(million / 7)}</style>`],
    ['media with rules without an end', `<style>${'@media{a{}'.repeat(million / 10)}</style>`],
    ['a reference without an end', `<g fill="url(#${' '.repeat(million)}"/>`],
    ['a reference to a long name', `<g fill="url(#${'a '.repeat(million)}"/>`],
    [
      'rules of many declarations for many elements',
      `<style>*{${'fill:red;'.repeat(90_000)}}</style>${'<g/>'.repeat(4000)}`,
    ],
    [
      'many style sheets',
      `<style>${'a,'.repeat(1000)}a{}</style>`.repeat(400) + '<g/>'.repeat(4000),
    ],
    [
      'a chain of references',
      Array.from({ length: 4000 }, (_, i) => `<g id="a${i}"><use href="#a${i + 1}"/></g>`).join(''),
    ],
    [
      'a chain of references from its end',
      Array.from({ length: 2400 }, (_, i) => `<g id="a${i}"><use href="#a${i - 1}"/></g>`).join(''),
    ],
    ['a style of many declarations', `<g style="${'a:b;'.repeat(400_000)}"/>`],
    ['many selectors', `<style>${'a,'.repeat(900_000)}a{}</style>`],
    ['a long size', `<svg width="1${' '.repeat(million)}!"/>`],
    ['dashes without an end', `<g stroke-dasharray="${'1 '.repeat(million / 2)}!"/>`],
  ])('is refused at once: %s', (_, content) => {
    const start = performance.now()
    factsOf(svg(content))
    expect(performance.now() - start).toBeLessThan(2000)
  })

  it('is refused at once: entities of long texts', () => {
    const start = performance.now()
    const text = `<!DOCTYPE svg [<!ENTITY a "${'1 '.repeat(100)}">]>${svg(`<path d="M${'&a;'.repeat(600_000)}"/>`)}`
    expect(factsOf(text).refused).toMatch(/entities/)
    expect(performance.now() - start).toBeLessThan(500)
  })
})

describe('is cheap', () => {
  const shadow =
    '<filter id="s"><feFlood flood-opacity="0"/><feColorMatrix in="SourceAlpha" values="0 0 0"/><feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feBlend/></filter>'
  it.each([
    ['a shape', '<rect width="1" height="1"/>'],
    ['a shadow of Figma', `<g filter="url(#s)"><rect/></g><defs>${shadow}</defs>`],
    [
      'classes of Illustrator',
      '<style type="text/css">.st0{fill:url(#a);stroke:#000}.st1,#b{opacity:.5}</style><linearGradient id="a"><stop style="stop-color:#000"/></linearGradient><path class="st0" d="M0 0h1v1z"/>',
    ],
    [
      'a mask of Sketch',
      '<defs><path id="a" d="M0 0h1"/></defs><mask id="b"><use href="#a"/></mask><g mask="url(#b)"><use href="#a"/></g>',
    ],
    ['text', '<text font-family="Arial" x="1">Text<tspan dy="1">more</tspan></text>'],
    ['a dashed line', '<line x1="0" x2="900" stroke-dasharray="4 2"/>'],
    [
      '2,000 shapes with one gradient',
      `<radialGradient id="a"/><g fill="url(#a)">${'<path d="M0 0h1v1z"/>'.repeat(2000)}</g>`,
    ],
    [
      'what an editor adds',
      '<metadata><a xmlns="b"/></metadata><path data-name="a" style="-inkscape-stroke:none"/>',
    ],
    ['what a chart adds', '<path ecmeta_series_index="0" d="M0 0h9"/>'],
    [
      'colors of a dark page',
      '<style>.a{fill:#000}@media (prefers-color-scheme:dark){.a{fill:color(display-p3 1 1 1)}}</style><path class="a"/>',
    ],
    [
      'what Illustrator keeps for itself',
      '<switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/"><a xmlns="b"/></foreignObject><g/></switch>',
    ],
    ['an image of another file', '<image href="C:\\a.png"/><image href="../a.png"/>'],
    ['what refers to itself', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
  ])('%s', (_, content) => {
    expect(isCheap(svg(content))).toBe(true)
  })

  it('namespaces of Illustrator by entities', () => {
    const text = `<!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;" width="9"/>`
    expect(factsOf(text)).toMatchObject({ root: { width: '9' }, start: text.indexOf('<svg') })
    expect(isCheap(text)).toBe(true)
  })
})
