import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import {
  button,
  choose,
  develop,
  download,
  group,
  openOnPhone,
  overflow,
  overlapping,
  page,
  requestNow,
  saved,
  useDemo,
} from './site.ts'

useDemo()

const surface = () => page.getByRole('application', { name: /^Brush\./ })
const address = () => download().getAttribute('href')
const record = async () => JSON.parse(await page.getByLabel('Record as JSON').inputValue())

/** Does something, and waits for the result that it leads to. */
async function corrected(act: () => Promise<unknown>): Promise<void> {
  const before = await address()
  await act()
  await expect.poll(address, { timeout: 60_000 }).not.toBe(before)
  await page.getByText(/^Done in/).waitFor()
}

/** Drags the mouse over the picture, from and to shares of it. */
async function drag(from: [number, number], to: [number, number]): Promise<void> {
  const box = await page.locator('#after').boundingBox()
  if (!box) throw new Error('Expected a result')
  const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at(to), { steps: 5 })
  await page.mouse.up()
}

async function alphaAt(...places: [number, number][]): Promise<number[]> {
  const { data, width, height } = PNG.sync.read((await saved()).bytes)
  return places.map(([x, y]) => {
    const at = Math.round(y * (height - 1)) * width + Math.round(x * (width - 1))
    return data[at * 4 + 3] as number
  })
}

test('what a cut-out got wrong is painted over, taken back, and painted by the keyboard', async () => {
  await page
    .getByRole('list', { name: 'Or see what' })
    .getByRole('button', { name: 'Cut out' })
    .click()
  expect(await button('Brush').isVisible()).toBe(false)
  await develop()
  const corner: [number, number] = [0.97, 0.05]
  const middle: [number, number] = [0.5, 0.5]
  expect(await alphaAt(corner, middle)).toEqual([0, 255])

  await button('Brush').click()
  expect(await surface().evaluate((element) => element === document.activeElement)).toBe(true)
  await corrected(() => drag([0.9, 0.05], [0.99, 0.05]))
  expect(await alphaAt(corner, middle)).toEqual([255, 255])
  expect((await requestNow()).background).toEqual({ remove: 'auto', hints: 'hints.png' })
  const { steps } = (await record()).details
  expect(
    steps.map(({ operation, cached }: { operation: string; cached?: true }) => [operation, cached]),
  ).toEqual([
    ['decode', true],
    ['background', true],
    ['cut_out', undefined],
    ['encode', undefined],
  ])

  await button('Erase').click()
  await corrected(() => drag([0.4, 0.5], [0.6, 0.5]))
  expect(await alphaAt(corner, middle)).toEqual([255, 0])
  await corrected(() => button('Undo').click())
  expect(await alphaAt(corner, middle)).toEqual([255, 255])
  await surface().focus()
  await corrected(() => page.keyboard.press('Control+z'))
  expect(await alphaAt(corner, middle)).toEqual([0, 255])
  expect((await requestNow()).background).toEqual({ remove: 'auto' })
  expect(await button('Undo').isDisabled()).toBe(true)

  // The brush is where it was last: in the middle of the right half.
  await surface().focus()
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft')
  await corrected(async () => {
    await page.keyboard.down(' ')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.up(' ')
  })
  expect(await alphaAt(middle)).toEqual([0])
  expect(await button('Undo').isEnabled()).toBe(true)
  await corrected(() => button('Undo').press('Enter'))
  expect(await button('Undo').isDisabled()).toBe(true)
  expect(await surface().evaluate((element) => element === document.activeElement)).toBe(true)

  await choose()
  expect(await requestNow()).toEqual({ url: 'small.png', background: { remove: 'auto' } })
  expect(await surface().isVisible()).toBe(false)
  expect(await button('Brush').isVisible()).toBe(false)
})

test('on a narrow phone nothing covers the brush, nor one caption the other', async () => {
  await openOnPhone('de-DE', { width: 360, height: 740 })
  await page.locator('#samples button').first().click()
  await page.locator('#brush').waitFor()
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    const tools = ['#back #brush', '#back #zoom-in', '#view #back', '#view #brush']
    const captions = ['#before-caption #after-caption', '#view #after-caption']
    await expect.poll(() => overlapping(...tools, ...captions)).toEqual([])
    expect(await overflow()).toBe(0)
  }
})

test('the brush is not there where the result shows another frame', async () => {
  await page
    .getByRole('list', { name: 'Or see what' })
    .getByRole('button', { name: 'Cut out' })
    .click()
  await group('Size and fit').click()
  await page.getByLabel('Padding', { exact: true }).fill('10%')
  await develop()
  expect(await button('Brush').isVisible()).toBe(false)
})
