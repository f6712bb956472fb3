import { expect, test } from 'vitest'
import { button, page, useDemo } from './site.ts'

useDemo({ shared: true })

/** What can be operated and is seen, and never had the focus while Tab was pressed until it came round. */
async function unreachable(): Promise<string[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.evaluate(() => {
    Object.assign(window, { focused: new Set<Element>() })
    document.addEventListener('focusin', ({ target }) =>
      (window as unknown as { focused: Set<EventTarget | null> }).focused.add(target),
    )
  })
  const count = await page.evaluate(() => document.querySelectorAll('*').length)
  // Twice round: the first time begins where the last click was.
  for (let i = 0, rounds = 0; i < 2 * count && rounds < 2; i++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement === document.body)) rounds++
  }
  return page.evaluate(() => {
    const { focused } = window as unknown as { focused: Set<Element> }
    const operable = 'a[href], button, input, select, textarea, summary, [role=slider]'
    // One of a group of radio buttons or tabs has the focus; arrow keys reach the others.
    const groupOf = (each: Element) =>
      each.getAttribute('role') === 'tab'
        ? each.closest('[role=tablist]')?.querySelectorAll('[role=tab]')
        : each instanceof HTMLInputElement && each.type === 'radio'
          ? document.getElementsByName(each.name)
          : [each]
    return [...document.querySelectorAll(operable)]
      .filter((each) => each.checkVisibility() && !each.matches(':disabled'))
      .filter((each) => ![...(groupOf(each) ?? [])].some((one) => focused.has(one as Element)))
      .map((each) => each.outerHTML.slice(0, 120))
  })
}

test.each(['Picture', 'Batch', 'Storages', 'Generate', 'Jobs'])(
  'the Tab key reaches everything in %s',
  async (name) => {
    await button(name).click()
    expect(await unreachable()).toEqual([])
  },
)
