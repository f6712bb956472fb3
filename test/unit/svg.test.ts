import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isSvg } from '../../src/sources/svg/svg.ts'
import { sniff } from '../../workers/codecs/formats.ts'

describe('an SVG', () => {
  it.each([
    '<svg>',
    '<svg/>',
    '\uFEFF\n<svg width="1">',
    '<?xml version="1.0"?><!-- a --><?xml-stylesheet href="a.css"?>\n<!-- b --><svg>',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [<!ENTITY a "b">]><!-- c --><svg>',
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg">',
  ])('starts with %s', (head) => {
    expect(isSvg(head)).toBe(true)
  })

  it.each(['', 'svg', '<svgx>', '<!-- <svg>', '<html><svg>', '<!DOCTYPE html><svg>'])(
    'does not start with %s',
    (head) => {
      expect(isSvg(head)).toBe(false)
    },
  )
})

describe('a file of many comments is recognized in no time', () => {
  const ms = (work: () => void) => {
    const start = performance.now()
    work()
    return performance.now() - start
  }

  it('as no SVG', () => {
    expect(ms(() => expect(isSvg(`${'<!---->'.repeat(26)}x`)).toBe(false))).toBeLessThan(1000)
  })

  it('as no XBM', () => {
    const bytes = new TextEncoder().encode(`${'/**/'.repeat(32)}x`)
    expect(ms(() => expect(sniff(bytes)).toBeUndefined())).toBeLessThan(1000)
    const xbm = new TextEncoder().encode('/* a * b */ /**/\n#define x_width 9\n')
    expect(sniff(xbm)).toBe('xbm')
  })
})

it("docs/deployment.md has the hash of the frame's script", () => {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const [, script = ''] =
    /<script>([\s\S]*)<\/script>/.exec(read('src/sources/svg/svg-frame.htm')) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  expect(read('docs/deployment.md')).toContain(`'sha256-${hash}'`)
})
