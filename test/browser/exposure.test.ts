import { describe, expect, it } from 'vitest'
import { brightness } from '../../bench/lib/hues.ts'
import { draw, fromPng, noise, png, psnrY, random } from '../../scripts/lib/pictures.ts'
import { all, kodak } from './light-and-color.ts'
import { maxDifference } from './pictures.ts'
import { run } from './run.ts'

async function corrected(image: ImageData) {
  const { blob } = await run({
    url: await png(image),
    enhancements: ['exposure_correction'],
    output_format: 'png',
  })
  return fromPng(blob)
}

function withGamma(image: ImageData, gamma: number): ImageData {
  const bytes = image.data.map((value, i) =>
    i % 4 === 3 ? value : Math.round(255 * (value / 255) ** gamma),
  )
  return new ImageData(bytes, image.width, image.height)
}

const offBy = (a: ImageData, b: ImageData) => Math.abs(brightness(a) / brightness(b) - 1)
const average = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length

describe('photographs', () => {
  it.for([0.5, 2])('are restored after a gamma of %f', async (gamma, test) => {
    const images = await kodak(test, ...all)
    const [off, gained]: [number[], number[]] = [[], []]
    for (const image of images) {
      const given = withGamma(image, gamma)
      const result = await corrected(given)
      off.push(offBy(result, image))
      gained.push(psnrY(result, image, 0) - psnrY(given, image, 0))
    }
    expect(average(off)).toBeLessThan(0.15)
    expect(off.filter((value) => value < 0.15).length).toBeGreaterThan(images.length / 2)
    expect(average(gained)).toBeGreaterThan(8)
  })

  it('change little if well exposed, most not at all', async (test) => {
    const images = await kodak(test, ...all)
    const off: number[] = []
    for (const image of images) off.push(offBy(await corrected(image), image))
    expect(average(off)).toBeLessThan(0.1)
    expect(off.filter((value) => value === 0).length).toBeGreaterThanOrEqual(images.length / 2)
  })
})

describe('images that should stay dark or light', () => {
  const next = random(5)
  /** Street lamps and lit windows at night. */
  const night = draw(240, 160, (x, y) => {
    const glow = 200 * Math.exp(-Math.hypot(x - 60, y - 50) / 18)
    const window = x > 150 && x % 20 < 8 && y > 60 && y % 24 < 10 ? 150 : 0
    const value = 12 + glow + window + noise(next, 3)
    return [value, value * 0.9, value * 0.7]
  })
  const page = draw(240, 160, (x, y) =>
    y % 12 < 6 && x % 9 < 6 && (x * y) % 7 < 5 ? [25, 25, 25] : [250, 250, 250],
  )
  const cutOut = draw(120, 90, (x, y) =>
    Math.hypot(x - 60, y - 45) < 30 ? [200, 90 + y, x] : [255, 255, 255],
  )

  it('a night stays dark', async () => {
    expect(brightness(await corrected(night))).toBeLessThan(75)
  })

  it('a page stays light', async () => {
    const result = await corrected(page)
    expect(Math.abs(brightness(result) - brightness(page))).toBeLessThan(20)
  })

  it.each([
    { light: 'a lamp', green: 0.95, blue: 0.84 },
    { light: 'the sky', green: 1, blue: 1 },
  ])('a page photographed under $light does not darken', async ({ green, blue }) => {
    const lit = draw(420, 540, (x, y) => {
      const isInk = x > 40 && x < 380 && y > 50 && y < 500 && y % 22 < 9 && (x * 7 + y * 3) % 11 < 4
      const falls = 0.55 + 0.4 * Math.exp(-(((x - 300) / 260) ** 2) - ((y - 150) / 320) ** 2)
      const value = (isInk ? 30 : 245) * falls + noise(next, 2)
      return [value, value * green, value * blue]
    })
    expect(maxDifference(await corrected(lit), lit)).toBe(0)
  })

  it.each([
    { what: 'a product on off-white', bottom: 210 },
    { what: 'a person in front of a white wall', bottom: 400 },
  ])('$what does not darken', async ({ bottom }) => {
    const scene = draw(400, 300, (x, y) => {
      const [across, down] = [(x - 200) / 90, (y - bottom / 2 - 40) / (bottom / 2 - 20)]
      if (across ** 2 + down ** 2 < 1) return [180 - y / 3, 150 - y / 3, 130 - x / 5]
      const white = 238 - 14 * ((x / 200 - 1) ** 2 + (y / 150 - 1) ** 2) + noise(next, 2)
      return [white, white - 2, white - 6]
    })
    expect(maxDifference(await corrected(scene), scene)).toBe(0)
  })

  it.each([
    { what: 'one colour', image: draw(100, 80, () => [118, 60, 30]) },
    { what: 'a cut-out on white', image: cutOut },
    {
      what: 'black on white',
      image: draw(120, 80, (x) => (x % 30 < 9 ? [0, 0, 0] : [255, 255, 255])),
    },
  ])('$what stays as it is', async ({ image }) => {
    expect(maxDifference(await corrected(image), image)).toBe(0)
  })
})

describe('pixels', () => {
  const [WIDTH, HEIGHT] = [160, 120]
  const dark = (hidden: number) =>
    draw(WIDTH, HEIGHT, (x, y) => {
      const value = Math.round(255 * ((y + x / 2) / 220) ** 3)
      return x < 40 ? [hidden, hidden, hidden, 0] : [value, value, value, x === 40 ? 90 : 255]
    })

  it('that are transparent have no influence, and alpha is unchanged', async () => {
    const [one, other] = [await corrected(dark(0)), await corrected(dark(255))]
    const given = dark(0)
    for (let i = 0; i < one.data.length; i += 4) {
      expect(one.data[i + 3]).toBe(given.data[i + 3])
      if ((i / 4) % WIDTH >= 40) expect(one.data[i]).toBe(other.data[i])
    }
    expect(brightness(one)).toBeGreaterThan(brightness(given))
  })

  it('keep their order, and black and white', async () => {
    const ramp = draw(256, 64, (x) => [x ** 2 / 255, x ** 2 / 255, x ** 2 / 255])
    const { data } = await corrected(ramp)
    for (let x = 1; x < 256; x++) {
      expect(data[x * 4]).toBeGreaterThanOrEqual(data[x * 4 - 4] as number)
    }
    expect([data[0], data[255 * 4]]).toEqual([0, 255])
    expect(maxDifference(ramp, await corrected(ramp))).toBeGreaterThan(0)
  })
})
