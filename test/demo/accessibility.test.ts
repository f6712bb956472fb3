import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { page, speak, useDemo } from './site.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const views = ['picture', 'folder', 'storages', 'generate', 'jobs']

useDemo({ shared: true })

/** What axe-core finds in the page as it is shown now, one line each. */
async function findings(): Promise<string[]> {
  // The page's policy forbids inline scripts; the debugger may run them. Once: the page is shared.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  )
}

/** The contrast of two colours as WCAG has it. */
function contrast(...colors: string[]): number {
  const [dark = 0, light = 0] = colors.map(luminance).sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const linear = (value: number) =>
    value <= 0.04 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  const [r = 0, g = 0, b = 0] = (color.match(/\d+/g) ?? []).map((part) =>
    linear(Number(part) / 255),
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const looks = [
  ['light', 'English', 'en'],
  ['dark', 'English', 'en'],
  ['light', 'German', 'de'],
] as const

describe.each(looks)('in the %s scheme, in %s', (colorScheme, _, language) => {
  beforeAll(async () => {
    await page.emulateMedia({ colorScheme })
    await speak(language)
  })

  test.each(views)('axe finds nothing in %s', async (name) => {
    await page.locator(`#go-${name}`).click()
    expect(await findings()).toEqual([])
  })

  test('axe finds nothing beside a picture, with everything unfolded', async () => {
    await page.locator('#go-picture').click()
    if (await page.locator('#sample').isVisible()) await page.locator('#sample').click()
    // The sample is fetched first: an image without `src` cannot be decoded.
    const before = page.locator('#before[src]')
    await before.waitFor({ state: 'attached' })
    await before.evaluate((image: HTMLImageElement) => image.decode())
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
  })

  // axe does not report it.
  test('how many fields of a group are set can be read', async () => {
    await page.locator('#go-picture').click()
    await page.locator('#request').evaluate((it) => {
      it.closest('details')?.setAttribute('open', '')
    })
    await page.locator('#request').fill('{ "url": "parrots.jpg", "enhancements": ["light"] }')
    const count = page.locator('.count', { hasText: /^1 / }).first()
    await count.waitFor({ state: 'attached' })
    const [text, ground] = await count.evaluate((it) => [
      getComputedStyle(it).color,
      getComputedStyle(it.closest('.panel') as Element).backgroundColor,
    ])
    expect(contrast(text, ground)).toBeGreaterThan(4.5)
  })
})

test('nothing moves for those who ask for less motion', async () => {
  const moving = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) =>
        [null, '::before', '::after'].flatMap((pseudo) => {
          const { animationName, transitionDuration } = getComputedStyle(element, pseudo)
          const still = animationName === 'none' && /^(0s(, )?)+$/.test(transitionDuration)
          return still ? [] : [`${element.className} ${pseudo ?? ''}`]
        }),
      ),
    )
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect((await moving()).length).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moving()).toEqual([])
})
