import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { de } from '../../demo/language/de.ts'
import { en } from '../../demo/language/en.ts'
import { withTexts } from '../../demo/language/html-texts.ts'
import { firstKnown } from '../../demo/language/language.ts'

test('the language is the one chosen, else the first that the browser prefers and the page has', () => {
  expect(firstKnown(null, ['de-AT', 'en'])).toBe('de')
  expect(firstKnown('en', ['de-AT'])).toBe('en')
  expect(firstKnown(null, ['fr', 'DE', 'en-US'])).toBe('de')
  expect(firstKnown('constructor', ['fr', ''])).toBe('en')
  expect(firstKnown(null, [])).toBe('en')
})

/** All texts by key. Functions are called with numbers, which also fit where a text is expected. */
function leaves(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'object'
      ? leaves(value, `${prefix}${key}.`)
      : [[prefix + key, typeof value === 'function' ? value(3, 5, 7) : value]],
  )
}

test('German has the arguments and the code of each English text', () => {
  const parts = (text: string) => (text.match(/\b[357]\b|storage:\/\/|`[a-z/]+`/g) ?? []).sort()
  const german = new Map(leaves(de))
  const different = leaves(en).filter(
    ([key, text]) =>
      key !== 'measure.note' && parts(text).join() !== parts(german.get(key) ?? '').join(),
  )
  expect(different).toEqual([])
})

const pages = ['demo/index.html', 'bench/pages/measure.html']
test.each(pages)('every text of %s has a key that exists', (page) => {
  const html = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
  expect(withTexts(html)).not.toMatch(/\{[\w.]+\}/)
  expect(() => withTexts('<p>{views.nothing}</p>')).toThrow('views.nothing')
})

test('a text in HTML is escaped, and code is marked', () => {
  expect(withTexts('<p class="a">\n  {folder.invalid}\n</p>')).toBe(
    '<p class="a" data-text="folder.invalid">Copy files that cannot be used to <code>invalid/</code></p>',
  )
  expect(withTexts('<a title="{viewer.zoom}">1</a>')).toBe(
    '<a title="Zoom" data-text-title="viewer.zoom">1</a>',
  )
})
