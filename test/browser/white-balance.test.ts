import { describe, expect, it } from 'vitest'
import { decoded, draw, fromPng, noise, png, random } from '../../scripts/lib/pictures.ts'
import { all, kodak } from './light-and-color.ts'
import { maxDifference, needed, neededPng } from './pictures.ts'
import { run } from './run.ts'

type Rgb = [number, number, number]

const toLinear = (value: number) => {
  const x = value / 255
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4
}
const toStored = (light: number) =>
  Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055))

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** Applies a colour cast: gains in linear light that keep the luminance of grey. */
function cast(image: ImageData, gains: Rgb): ImageData {
  const grey = luminance(gains)
  return draw(image.width, image.height, (x, y) => {
    const at = (y * image.width + x) * 4
    const stored = gains.map((gain, c) =>
      toStored(Math.min(1, (toLinear(image.data[at + c] as number) * gain) / grey)),
    )
    return [...(stored as Rgb), image.data[at + 3] as number]
  })
}

/** Warm, cool, green and magenta illuminants, 4 to 15 degrees from grey. */
const casts: { light: string; gains: Rgb }[] = [
  { light: 'a little warm', gains: [1.1, 1, 0.88] },
  { light: 'warm', gains: [1.28, 1, 0.72] },
  { light: 'cool', gains: [0.76, 1, 1.25] },
  { light: 'green', gains: [0.84, 1.12, 0.84] },
  { light: 'magenta', gains: [1.15, 0.85, 1.15] },
]

/** Angle in degrees between a colour in linear light and grey. */
const degrees = ([r, g, b]: Rgb) =>
  (Math.acos(Math.min(1, (r + g + b) / Math.hypot(r, g, b) / Math.sqrt(3))) * 180) / Math.PI

/** Returns the mean colour, in linear light, of the pixels that `where` selects. */
function mean({ data, width }: ImageData, where: (x: number, y: number) => boolean): Rgb {
  const sum: Rgb = [0, 0, 0]
  let count = 0
  for (let i = 0; i < data.length; i += 4) {
    if (!where((i / 4) % width, Math.floor(i / 4 / width))) continue
    for (const c of [0, 1, 2] as const) sum[c] += toLinear(data[i + c] as number)
    count++
  }
  return sum.map((value) => value / count) as Rgb
}

const everywhere = () => true

async function balanced(image: ImageData, level = 1) {
  const { blob } = await run({
    url: await png(image),
    enhancements: ['white_balance'],
    white_balance_parameters: { level },
    output_format: 'png',
  })
  return fromPng(blob)
}

const next = random(3)
const grain = (value: number): Rgb =>
  [0, 1, 2].map(() => Math.max(0, Math.min(255, value + noise(next, 2)))) as Rgb
const [WIDTH, HEIGHT] = [320, 220]
const within = (x: number, y: number, box: [number, number, number, number]) =>
  x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3]

/** Scenes with a neutral surface, whose pixels `neutral` selects. */
const scenes: {
  scene: string
  image: ImageData
  neutral: (x: number, y: number) => boolean
}[] = [
  {
    scene: 'a page of text with a stamp',
    image: draw(WIDTH, HEIGHT, (x, y) => {
      if (within(x, y, [230, 20, 60, 40])) return [190, 60, 50]
      return y % 12 < 6 && x % 9 < 6 && (x * y) % 7 < 5 ? [25, 25, 25] : grain(215 - x / 12)
    }),
    neutral: (x) => x < 220,
  },
  {
    scene: 'a wall with two pictures',
    image: draw(WIDTH, HEIGHT, (x, y) => {
      if (within(x, y, [40, 50, 60, 80])) return [40, 90, 130]
      if (within(x, y, [180, 40, 90, 60])) return [200, 150, 60]
      return grain(190 - Math.hypot(x - 100, y - 50) / 4)
    }),
    neutral: (_, y) => y > 150,
  },
  {
    scene: 'snow below a blue sky',
    image: draw(WIDTH, HEIGHT, (x, y) =>
      y < 60 ? [105, 150, 215] : grain(215 + 15 * Math.sin(x / 30 + y / 20)),
    ),
    neutral: (_, y) => y > 70,
  },
  {
    scene: 'a product on white',
    image: draw(WIDTH, HEIGHT, (x, y) =>
      within(x, y, [110, 50, 100, 130]) ? [205, 90 + (y % 30), 40] : grain(225),
    ),
    neutral: (x) => x < 100,
  },
  {
    scene: 'a street',
    image: draw(WIDTH, HEIGHT, (x, y) => {
      if (within(x, y, [60, 150, 70, 30])) return [170, 30, 35]
      if (within(x, y, [200, 155, 60, 25])) return [30, 60, 120]
      if (y < 50) return grain(205)
      return y < 130 ? grain(90 + 50 * (Math.floor(x / 40) % 3)) : grain(105)
    }),
    neutral: (_, y) => y < 140,
  },
]

describe.each(scenes)('$scene', ({ image, neutral }) => {
  it.each(casts)('in $light light: the angular error falls by 70 %', async ({ gains }) => {
    const given = cast(image, gains)
    const before = degrees(mean(given, neutral))
    expect(before).toBeGreaterThan(4)
    expect(degrees(mean(await balanced(given), neutral))).toBeLessThan(0.3 * before)
  })

  it('is unchanged without a cast', async () => {
    expect(maxDifference(await balanced(image), image)).toBe(0)
  })
})

/** Angle in degrees between the neutral surface of a photograph and grey in a result. */
function offFrom(photograph: ImageData, result: ImageData): number {
  const own = mean(photograph, everywhere)
  return degrees(mean(result, everywhere).map((value, c) => value / (own[c] as number)) as Rgb)
}

const average = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length

describe('photographs', () => {
  const numbers = all.filter((_, i) => i % 2)

  it('change little without a cast', async (test) => {
    const changes: number[] = []
    for (const number of numbers) {
      const image = await decoded(await neededPng(`kodak/kodim${number}.png`, test))
      changes.push(offFrom(image, await balanced(image)))
    }
    expect(average(changes)).toBeLessThan(1.5)
  })

  it('improve on average with a cast', async (test) => {
    const [before, after]: [number[], number[]] = [[], []]
    for (const [i, image] of (await kodak(test, ...numbers)).entries()) {
      const given = cast(image, (casts[i % casts.length] as (typeof casts)[number]).gains)
      before.push(offFrom(image, given))
      after.push(offFrom(image, await balanced(given)))
    }
    expect(average(after)).toBeLessThan(0.55 * average(before))
  })

  it('of a face keep its skin tone at the default level', async (test) => {
    const file = await needed('faces/ffhq-clean.png', test)
    const image = await decoded(file)
    const skin = (x: number, y: number) =>
      Math.hypot(x / image.width - 0.5, y / image.height - 0.55) < 0.15
    const [own, now] = [mean(image, skin), mean(await balanced(image, 0.5), skin)]
    const moved = now.map((value, c) => value / (own[c] as number)) as Rgb
    expect(degrees(moved)).toBeLessThan(4)
  })
})

describe('level', () => {
  const image = cast((scenes[1] as (typeof scenes)[number]).image, [1.28, 1, 0.72])
  const neutral = (scenes[1] as (typeof scenes)[number]).neutral

  it('0 returns the input', async () => {
    expect(maxDifference(await balanced(image, 0), image)).toBe(0)
  })

  it('is the share of the correction', async () => {
    const angles: number[] = []
    for (const level of [0, 0.25, 0.5, 0.75, 1]) {
      angles.push(degrees(mean(await balanced(image, level), neutral)))
    }
    const [whole = 0, , half = 0, , rest = 0] = angles
    expect(angles).toEqual([...angles].sort((a, b) => b - a))
    expect(half).toBeGreaterThan(rest + 0.4 * (whole - rest))
    expect(half).toBeLessThan(rest + 0.6 * (whole - rest))
  })
})

describe('pixels', () => {
  const page = (scenes[0] as (typeof scenes)[number]).image

  it('keep their luminance where they are neutral', async () => {
    const given = cast(page, [1.28, 1, 0.72])
    const [before, after] = [given, await balanced(given)].map((image) =>
      luminance(mean(image, everywhere)),
    )
    expect((after as number) / (before as number)).toBeCloseTo(1, 1)
  })

  it('are not clipped where they were not', async () => {
    const ramp = draw(256, 64, (x, y) => (y < 32 ? [x, x, x] : [255 - x, x, (x * 7) & 255]))
    for (const { gains } of casts) {
      const given = cast(ramp, gains)
      const result = await balanced(given)
      for (let i = 0; i < given.data.length; i++) {
        if ((given.data[i] as number) < 255) expect(result.data[i]).toBeLessThan(255)
      }
    }
  })

  it('that are all grey stay as they are', async () => {
    const image = draw(64, 64, (x, y) => [x * 3 + y, x * 3 + y, x * 3 + y])
    expect(maxDifference(await balanced(image), image)).toBe(0)
  })

  it('that are transparent have no influence, and alpha is unchanged', async () => {
    const given = cast(page, [0.76, 1, 1.25])
    const cut = (hidden: Rgb) =>
      draw(WIDTH, HEIGHT, (x, y) => {
        const at = (y * WIDTH + x) * 4
        if (x < 80) return [...hidden, 0]
        return [...(given.data.slice(at, at + 3) as unknown as Rgb), x === 80 ? 128 : 255]
      })
    const [one, other] = [await balanced(cut([255, 0, 0])), await balanced(cut([0, 0, 255]))]
    const alpha = (image: ImageData) => image.data.filter((_, i) => i % 4 === 3)
    expect(alpha(one)).toEqual(alpha(cut([0, 0, 0])))
    for (let i = 0; i < one.data.length; i += 4) {
      if ((i / 4) % WIDTH < 80) continue
      expect(one.data.slice(i, i + 3)).toEqual(other.data.slice(i, i + 3))
    }
  })
})
