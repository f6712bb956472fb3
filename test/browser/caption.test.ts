import { describe, expect, it } from 'vitest'
import { draw, fromPng, png } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { maxDifference } from './pictures.ts'
import { run } from './run.ts'

const [WIDTH, HEIGHT] = [80, 60]
const picture = draw(WIDTH, HEIGHT, (x, y) => [x * 3, y * 4, 90])
/** 20 x 10: at 25 % of the image's width it is drawn pixel for pixel. */
const mark = draw(20, 10, (x, y) => [255 - x * 5, 0, y * 20])

type Pixel = (x: number, y: number) => [number, number, number, number?] | undefined

/** The image with its pixels mapped by `over`. */
const expected = (over: Pixel, below = picture) =>
  draw(below.width, below.height, (x, y) => {
    const at = (y * below.width + x) * 4
    const [r = 0, g = 0, b = 0, a = 0] = below.data.subarray(at, at + 4)
    return over(x, y) ?? [r, g, b, a]
  })

const drawnAt = (left: number, top: number, image = mark) =>
  expected((x, y) => {
    const [u, v] = [x - left, y - top]
    if (u < 0 || v < 0 || u >= image.width || v >= image.height) return undefined
    const at = (v * image.width + u) * 4
    return [...image.data.subarray(at, at + 3)] as [number, number, number]
  })

async function captioned(
  caption: Partial<NonNullable<ProcessingRequest['caption']>>,
  below: ImageData | Blob = picture,
) {
  const request = { url: below, caption: { url: mark, ...caption }, output_format: 'png' as const }
  return fromPng((await run(request)).blob)
}

describe('position', () => {
  // 5 % of a width of 80 is a padding of 4.
  const x = { L: 4, M: 30, R: 56 }
  const y = { T: 4, M: 25, B: 46 }
  const codes = Object.keys(x).flatMap((across) => Object.keys(y).map((down) => [across, down]))
  it.each(codes)('%s%s, in both orders', async (across, down) => {
    const place = drawnAt(x[across as 'L'], y[down as 'T'])
    for (const position of [`${across}${down}`, `${down}${across}`]) {
      expect(maxDifference(await captioned({ position: position as 'LT' }), place)).toBe(0)
    }
  })

  it('is RB where none is given', async () => {
    expect(maxDifference(await captioned({}), drawnAt(56, 46))).toBe(0)
  })

  it.each([0, 11])('with a padding of %i', async (padding) => {
    const place = drawnAt(60 - padding, 50 - padding)
    expect(maxDifference(await captioned({ padding }), place)).toBe(0)
  })
})

describe('opacity', () => {
  it('0 leaves every pixel as it is', async () => {
    const all = draw(64, 64, (x, y) => [x * 4, y * 4, (x * y) & 255, (x + y) % 9])
    const result = await captioned({ opacity: 0 }, await png(all))
    expect(maxDifference(result, all)).toBe(0)
  })

  it.each([30, 50])('%i mixes', async (opacity) => {
    const part = opacity / 100
    const place = expected((x, y) => {
      if (x < 56 || x >= 76 || y < 46 || y >= 56) return undefined
      const [u, v] = [x - 56, y - 46]
      return [
        (255 - u * 5) * part + x * 3 * (1 - part),
        y * 4 * (1 - part),
        v * 20 * part + 90 * (1 - part),
      ]
    })
    expect(maxDifference(await captioned({ opacity }), place)).toBeLessThanOrEqual(1)
  })
})

describe('alpha', () => {
  it('of both is composed: source over destination, straight', async () => {
    const below = draw(20, 10, (x) => [200, 100, 0, x * 12])
    const above = draw(20, 10, (_, y) => [0, 50, 250, y * 25])
    const over = await captioned(
      { url: await png(above), target_width_percentage: 100, position: 'LT', padding: 0 },
      await png(below),
    )
    const place = draw(20, 10, (x, y) => {
      const [a, b] = [(y * 25) / 255, (x * 12) / 255]
      const alpha = a + b * (1 - a)
      const mix = (top: number, bottom: number) =>
        alpha === 0 ? bottom : (top * a + bottom * b * (1 - a)) / alpha
      return [mix(0, 200), mix(50, 100), mix(250, 0), alpha * 255]
    })
    expect(maxDifference(over, place)).toBeLessThanOrEqual(1)
  })

  it('does not darken the edge of a caption that is made smaller', async () => {
    const disc = draw(200, 200, (x, y) =>
      Math.hypot(x - 99.5, y - 99.5) < 80 ? [255, 255, 255, 255] : [0, 0, 0, 0],
    )
    const white = draw(80, 60, () => [250, 250, 250])
    const { data } = await captioned({ url: await png(disc) }, white)
    expect(data.filter((_, i) => i % 4 < 3).every((value) => value >= 249)).toBe(true)
  })
})

describe('size', () => {
  it.each([
    [50, 40, 20],
    [0.1, 1, 1],
    [37.5, 30, 15],
  ])('%d %% of the width', async (target_width_percentage, width, height) => {
    const plain = draw(20, 10, () => [255, 0, 0])
    const place = expected((x, y) => (x < width && y < height ? [255, 0, 0] : undefined))
    const caption = { url: plain, target_width_percentage, position: 'LT' as const, padding: 0 }
    expect(maxDifference(await captioned(caption), place)).toBe(0)
  })

  it('larger than the picture is cut off on every side', async () => {
    // 240 x 120, centred on 80 x 60: the left half is red, the right half blue.
    const halves = draw(20, 10, (x) => (x < 10 ? [255, 0, 0] : [0, 0, 255]))
    const { data, width, height } = await captioned({
      url: halves,
      target_width_percentage: 300,
      position: 'MM',
    })
    expect([width, height]).toEqual([WIDTH, HEIGHT])
    const at = (x: number, y: number) => [...data.subarray((y * 80 + x) * 4, (y * 80 + x) * 4 + 3)]
    for (const y of [0, 30, 59]) {
      expect([at(0, y), at(79, y)]).toEqual([
        [255, 0, 0],
        [0, 0, 255],
      ])
    }
  })

  it('1,000 % of a large caption is drawn without making all of it', async () => {
    const large = draw(1500, 1500, (x) => (x < 750 ? [255, 0, 0] : [0, 0, 255]))
    const wide = draw(2000, 20, () => [0, 0, 0])
    const { data } = await captioned(
      { url: await png(large), target_width_percentage: 1000, position: 'MM' },
      wide,
    )
    const middle = (10 * 2000 + 1000) * 4
    expect([...data.subarray(middle - 400, middle - 397)]).toEqual([255, 0, 0])
    expect([...data.subarray(middle + 400, middle + 403)]).toEqual([0, 0, 255])
  })

  it('1,000 % of a single pixel is refused where no memory holds it', async () => {
    const dot = draw(1, 1, () => [255, 0, 0])
    const wide = draw(2000, 20, () => [0, 0, 0])
    await expect(
      captioned({ url: dot, target_width_percentage: 1000, padding: 0 }, wide),
    ).rejects.toMatchObject({ code: 'TOO_LARGE', path: 'caption.target_width_percentage' })
    // 400 x 400 pixels exceed this Darkroom's limit, but not the default limit.
    const caption = { url: dot, target_width_percentage: 20, padding: 0 }
    const request = { url: wide, caption, output_format: 'png' } as const
    const limits = { outputPixels: 50_000 }
    await expect(run(request, { provider: 'wasm', limits })).rejects.toMatchObject({
      code: 'TOO_LARGE',
      path: 'caption.target_width_percentage',
    })
  })

  it('with a padding that pushes it out, nothing is drawn', async () => {
    const result = await captioned({ padding: 500 })
    expect(maxDifference(result, picture)).toBe(0)
  })
})

describe('a caption of which nothing is seen is told of', () => {
  const clear = draw(20, 10, () => [0, 0, 0, 0])
  it.each([
    ['outside of the result', { padding: 60 }, /^caption is not seen: it lies outside/],
    ['far outside', { padding: 5000, position: 'LT' }, /outside/],
    ['transparent', { url: clear }, /^caption is not seen: it is transparent$/],
  ] as const)('%s', async (_, fields, message) => {
    const { record } = await run({ url: picture, caption: { url: mark, ...fields } })
    expect(record.warnings).toMatchObject([{ code: 'IGNORED', path: 'caption' }])
    expect(record.warnings[0]?.message).toMatch(message)
  })

  it('one of which a part is seen is not', async () => {
    for (const padding of [0, 59]) {
      const { record } = await run({ url: picture, caption: { url: mark, padding } })
      expect(record.warnings).toEqual([])
    }
  })
})

describe('sources', () => {
  it('one object for picture and caption', async () => {
    const result = await captioned({ url: picture, padding: 0, position: 'LT' })
    expect([...result.data.subarray(79 * 4, 79 * 4 + 3)]).toEqual([237, 0, 90])
    const bitmap = await createImageBitmap(picture)
    const record = await run({ url: bitmap, caption: { url: bitmap } })
    expect(record.record.status).toBe('complete')
  })

  it('a caption that is no picture is an error on caption.url', async () => {
    await expect(captioned({ url: new Blob(['no picture']) })).rejects.toMatchObject({
      code: 'UNIDENTIFIED_IMAGE',
      path: 'caption.url',
    })
  })

  it('the record tells the step', async () => {
    const { record } = await run({ url: picture, caption: { url: mark } })
    expect(record.details?.steps?.map(({ operation }) => operation)).toEqual([
      'decode',
      'caption',
      'encode',
    ])
  })
})
