import { expect, test } from 'vitest'
import { de } from '../../demo/language/de.ts'
import { en } from '../../demo/language/en.ts'
import {
  button,
  choose,
  openOnPhone,
  overflow,
  page,
  picture,
  requestNow,
  speak,
  useDemo,
} from './site.ts'

useDemo({ locale: 'de-AT' })

const views = ['picture', 'folder', 'storages', 'generate', 'jobs']

/** The texts that are functions are left out. */
function leaves(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : leaves(value, `${prefix}${key}.`),
  )
}

const german = new Map(leaves(de))
const englishOnly = leaves(en).flatMap(([key, text]) =>
  text && german.get(key) !== text && ![...german.values()].includes(text) ? [text] : [],
)

/** All texts and labels in the page, hidden ones too. */
const shown = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) => [
      ...[...element.childNodes].filter((node) => node.nodeType === 3).map((n) => n.textContent),
      ...['aria-label', 'title', 'alt', 'placeholder'].map((name) => element.getAttribute(name)),
    ]),
  )

test('a run in German, from the first page to the result, and no word of English', async () => {
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  expect(await page.title()).toBe(de.meta.title)
  await page.getByLabel('Bild auswählen').setInputFiles(picture(150, 100))
  await page.getByText('Aus 150 × 100 werden 300 × 200 Pixel').waitFor()
  await page.getByRole('radio', { name: 'PNG' }).check({ force: true })
  await button('Entwickeln').click()
  await page.getByText('Schritt 2 von 3: Bild wird vergrößert').first().waitFor()
  await page.getByRole('link', { name: 'Herunterladen' }).waitFor()
  await page
    .getByText(/^Fertig in (\d+,\d|\d\d) Sek\. auf \w+\. (Getreu vergrößert|Restauriert)/)
    .waitFor()
  await page.getByText(/^300 × 200 · \d+ kB$/).waitFor()
  await button('Aufträge').click()
  await page.getByText(/^Fertig · 300 × 200 · .* gerade eben$/).waitFor()
  const english = new Set(englishOnly)
  expect((await shown()).filter((text) => text && english.has(text.trim()))).toEqual([])

  await page
    .getByRole('textbox', { name: /^Anfrage als JSON/ })
    .fill('{ "url": "small.png", "width": "wide" }')
  await button('Bild').click()
  await button('Entwickeln').click()
  const alert = page.getByRole('alert')
  await alert.getByText(de.errors.BAD_REQUEST).waitFor()
  // What the library says stays English, and is marked as such.
  await alert.locator('[lang=en]').getByText('Expected').waitFor()
})

test('the language is switched, and remembered', async () => {
  await button('Entwickeln').waitFor()
  await speak('en')
  await button('Develop').waitFor()
  await page.reload()
  await button('Develop').waitFor()
  await page.goto(new URL('measure.html', page.url()).href)
  await button('Measure').waitFor()
  await page.goBack()
  await speak('de')
  await button('Entwickeln').waitFor()
  await page.goto(new URL('measure.html', page.url()).href)
  await button('Messen').waitFor()
})

test('what is open stays open in another language, but not after any other reload', async () => {
  await speak('en')
  await choose(picture(150, 100))
  await page.getByText('150 × 100 becomes 300 × 200 pixels').waitFor()
  await page.getByRole('radio', { name: 'PNG' }).check({ force: true })
  const before = await requestNow()
  await speak('de')
  await page.getByText('Aus 150 × 100 werden 300 × 200 Pixel').waitFor()
  await speak('en')
  await page.getByText('150 × 100 becomes 300 × 200 pixels').waitFor()
  expect(await requestNow()).toEqual(before)
  await page.reload()
  await button('Develop').waitFor()
  expect(await requestNow()).not.toHaveProperty('url')
})

test('an abbreviation ends a sentence with one full stop', () => {
  expect(de.run.done('0,1 Sek.')).toBe('Fertig in 0,1 Sek.')
  expect(de.run.allDone(1, 2, '0,1 Sek.')).toBe('1 von 2 Bildern fertig in 0,1 Sek.')
  expect(de.run.allDone(1, 2, '0,1 s')).toBe('1 von 2 Bildern fertig in 0,1 s.')
})

test('no label is cut off in German', async () => {
  const tooLong = () =>
    page
      .locator('.top, .views, .tabs, #samples span, .button, .segments span')
      .evaluateAll((all) =>
        all.flatMap((it) => (it.scrollWidth > it.clientWidth ? [it.textContent] : [])),
      )
  for (const width of [1280, 950, 390]) {
    await page.setViewportSize({ width, height: 800 })
    // Once the page is laid out for the new width.
    await expect.poll(tooLong).toEqual([])
  }
})

test('every view fits a phone in German', async () => {
  await openOnPhone('de-DE')
  await button('Entwickeln').waitFor()
  for (const view of views) {
    await page.locator(`#go-${view}`).click()
    expect([view, await overflow()]).toEqual([view, 0])
  }
})
