import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import {
  button,
  develop,
  divider,
  download,
  group,
  page,
  picture,
  requestNow,
  saved,
  useDemo,
} from './site.ts'

useDemo()

const sample = (name: string) =>
  page.getByRole('list', { name: 'Or see what' }).getByRole('button', { name })

/** Takes a screenshot of the view, with the divider at its left edge. */
async function seen(): Promise<PNG> {
  await divider().press('Home')
  return PNG.sync.read(await page.locator('#view').screenshot())
}

/** Returns the colours that fill a third or more of two rows of squares at the image's upper right. */
function colours({ data, width }: PNG, top: number): number[] {
  const counts = new Map<number, number>()
  for (let y = Math.ceil(top) + 1; y < top + 17; y++) {
    for (let x = width - 32; x < width; x++) {
      const rgb = data.readUIntBE((y * width + x) * 4, 3)
      counts.set(rgb, (counts.get(rgb) ?? 0) + 1)
    }
  }
  const most = [...counts].filter(([, count]) => count > (16 * 32) / 3)
  return most.map(([rgb]) => rgb).sort((a, b) => a - b)
}

/** Returns the distance of the image from the top of its frame, in CSS pixels. */
const topOf = () =>
  page.locator('#after').evaluate((image) => {
    const frame = image.closest('#view')?.getBoundingClientRect()
    return image.getBoundingClientRect().top - (frame?.top ?? 0)
  })

describe('a cut-out', () => {
  test('is seen on a checkerboard; a replacement of the user’s own takes its place', async () => {
    await sample('Cut out').click()
    await download().waitFor()
    expect(colours(await seen(), await topOf())).toEqual([0xdcdcda, 0xffffff])
    const { name, bytes } = await saved()
    expect(name).toBe('parrot.png')
    expect(PNG.sync.read(bytes).data[3]).toBe(0)

    await page.getByLabel('Pick a colour').first().fill('#3366cc')
    expect((await requestNow()).background).toEqual({ remove: 'auto', color: '#3366CC' })
    await page.getByLabel('Replacement: choose a file').setInputFiles(picture(48, 36, 'behind.png'))
    await page.getByRole('radio', { name: 'PNG' }).check({ force: true })
    expect((await requestNow()).background.replace).toBe('behind.png')
    await develop()
    const replaced = PNG.sync.read((await saved()).bytes)
    expect(replaced.data.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 255)).toBe(true)
    expect(new Set(replaced.data.subarray(0, 400)).size).toBeGreaterThan(20)
  })
})

describe('a face', () => {
  test('is marked on request, where it is, beside what else was found', async () => {
    await sample('Faces').click()
    await button('Cancel').click()
    await page.getByRole('radio', { name: '1×' }).check({ force: true })
    // Level 0 only finds the faces, which is quick.
    await page.getByLabel('Faces: level').fill('0')
    await group('Safety').click()
    await page.getByLabel('Filter NSFW pictures').check()
    await develop()
    await page.getByText(/1 face\. NSFW score 0\.\d\d\.$/).waitFor()
    expect(await page.locator('#marks').isVisible()).toBe(false)
    await button('Mark faces').click()
    await page.getByRole('img', { name: '1 face marked' }).waitFor()
    expect(await page.locator('#marks path').count()).toBe(6)

    const record = JSON.parse(await page.getByLabel('Record as JSON').inputValue())
    const [{ x, y, width }] = record.details.face_boxes
    // The child's face is in the right half of the image, which is 240 pixels wide.
    expect(x).toBeGreaterThan(90)
    expect(x + width / 2).toBeLessThan(210)
    const marked = async () => {
      const image = await page.locator('#after').boundingBox()
      const box = await page.locator('#marks rect').boundingBox()
      if (!image || !box) throw new Error('Expected a picture and a mark on it')
      const scale = image.width / 240
      return [(box.x - image.x) / scale - x, (box.y - image.y) / scale - y].map(Math.abs)
    }
    expect(Math.max(...(await marked()))).toBeLessThan(1.5)
    await page.locator('#view').press('+')
    expect(Math.max(...(await marked()))).toBeLessThan(1.5)

    await button('← Other samples').click()
    await sample('Blur').click()
    expect(await button('Mark faces').isVisible()).toBe(false)
  })
})
