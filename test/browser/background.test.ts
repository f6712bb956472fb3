import { describe, expect, it } from 'vitest'
import { overlap } from '../../bench/lib/alpha.ts'
import { composed } from '../../bench/lib/cut-outs.ts'
import { decoded, draw, encoded, fromPng, png } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { redKeeper } from './custom-models.ts'
import { neededCutOut } from './cut-out.ts'
import { expectBetterThanOnePass } from './expect-better-than-one-pass.ts'
import { needed } from './pictures.ts'
import { run } from './run.ts'

type Background = ProcessingRequest['background']

/** Draws a red disk with a soft edge on a plain background, as a salient object. */
const disk = (side = 160) =>
  draw(side, side, (x, y) => {
    const inside = Math.min(1, Math.max(0, side * 0.28 - Math.hypot(x - side / 2, y - side * 0.55)))
    return [60 + 150 * inside, 120 - 90 * inside, 150 - 110 * inside]
  })

/** To this model of the application's own what is red is the item. It answers at once: what is tested is the rest. */
const keeper = await redKeeper(96)
const quickly = { provider: 'wasm', models: { keeper } } as const

async function without(image: ImageData | Blob, background: Background, more: object = {}) {
  const url = image instanceof Blob ? image : await png(image)
  const own = background?.remove === 'v2' ? quickly : undefined
  const { blob, record } = await run({ url, background, output_format: 'png', ...more }, own)
  return { image: await fromPng(blob), record, blob }
}

const at = ({ data, width }: ImageData, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

describe('the reference cut-outs', () => {
  // weights-quality.nightly.test.ts has the others.
  it('auto agrees with car-2 by IoU 0.9 or more', async (test) => {
    const { photograph, reference } = await neededCutOut('car-2', test)
    const { image, record } = await without(photograph, { remove: 'auto' })
    expect(overlap(image, reference)).toBeGreaterThan(0.9)
    expect(record.details?.steps[1]?.model).toBe('matte')
  })

  it('auto beats U2-Net small before a tower and a fence that stand out too', (test) =>
    expectBetterThanOnePass('animal-3', '19', test))

  it('human keeps a person before a lighthouse', async (test) => {
    const { reference } = await neededCutOut('girl-1', test)
    const behind = await needed('kodak/kodim19.png', test)
    const { image: composite, truth } = await composed(reference, behind, 448)
    const { image } = await without(composite, { remove: 'human' })
    expect(overlap(image, truth)).toBeGreaterThan(0.8)
  })
})

describe('a face that fills the image', () => {
  it('is found by human', async (test) => {
    const photograph = await decoded(await needed('faces/ffhq-clean.png', test))
    const { image, record } = await without(photograph, { remove: 'human' })
    expect(record.warnings).toEqual([])
    const { width, height } = image
    expect(at(image, width / 2, height / 2)[3]).toBeGreaterThan(128)
  })
})

describe('where there is nothing to keep', () => {
  const grey = draw(96, 64, () => [128, 128, 128])
  const isEmpty = ({ data }: ImageData) => data.every((value) => value === 0)
  const warned = [{ code: 'NOTHING_FOUND', path: 'background.remove' }]

  it.each(['auto', 'item', 'human'] as const)('%s: a plain picture', async (remove) => {
    const { image, record } = await without(grey, { remove })
    expect(isEmpty(image)).toBe(true)
    expect(record.warnings).toMatchObject(warned)
  })

  it('a picture that is transparent all over', async () => {
    const { record } = await without(
      draw(96, 64, () => [9, 9, 9, 0]),
      { remove: 'auto' },
    )
    expect(record.warnings).toMatchObject(warned)
  })

  it('human: a car', async (test) => {
    const { photograph } = await neededCutOut('car-2', test)
    const { image, record } = await without(photograph, { remove: 'human' })
    expect(isEmpty(image)).toBe(true)
    expect(record.warnings).toMatchObject(warned)
  })

  it('the background alone is left, also where the item gives the frame', async () => {
    const more = { width: 40, height: 40, fit: { crop: 'item' } }
    const { image, record } = await without(grey, { remove: 'human', color: '#2F3437' }, more)
    expect(at(image, 20, 20)).toEqual([0x2f, 0x34, 0x37, 255])
    expect(record.warnings).toMatchObject([...warned, { code: 'NOTHING_FOUND', path: 'fit' }])
    expect(record.warnings[0]?.message).toMatch(/all of the image was removed$/)
  })
})

describe('an image that is a cut-out already', () => {
  const ring = draw(96, 64, (x, y) => {
    const distance = Math.abs(Math.hypot(x - 40, y - 32) - 20)
    return [30 + x, 60, 200 - y, 255 * Math.min(1, Math.max(0, 6 - distance))]
  })

  it.each(['auto', 'item', 'v2'] as const)('%s leaves it as it is', async (remove) => {
    const { image, record } = await without(ring, { remove })
    expect(image.data).toEqual((await fromPng(await png(ring))).data)
    expect(record.warnings).toMatchObject([{ code: 'IGNORED', path: 'background.remove' }])
  })

  it('gets a colour behind it', async () => {
    const { image } = await without(ring, { remove: 'auto', color: '#2F3437' })
    expect(at(image, 2, 2)).toEqual([0x2f, 0x34, 0x37, 255])
    expect(at(image, 60, 32)).toEqual(at(ring, 60, 32))
    const { image: auto } = await without(ring, { remove: 'auto', color: 'auto' })
    expect(at(auto, 2, 2)).toEqual([255, 255, 255, 255])
  })

  const plain = disk()
  /** The photograph, seen through a shape: an alpha from 0 to 1. */
  const seenThrough = (alpha: (x: number, y: number) => number) =>
    draw(160, 160, (x, y) => {
      const [r = 0, g = 0, b = 0] = at(plain, x, y)
      return [r, g, b, 255 * alpha(x, y)]
    })
  const things = {
    'a rectangle, such as a cover': seenThrough((x, y) =>
      Number(Math.abs(x - 80) < 60 && Math.abs(y - 80) < 76),
    ),
    'a thing with soft, rounded corners, such as a phone': seenThrough((x, y) => {
      const [u, v] = [Math.max(0, Math.abs(x - 80) - 30), Math.max(0, Math.abs(y - 80) - 60)]
      return Math.min(1, Math.max(0, 12.5 - Math.hypot(u, v)))
    }),
    'a photograph cut to a circle': seenThrough((x, y) =>
      Number(Math.hypot(x - 79.5, y - 79.5) < 80),
    ),
  }
  const unchanged = async (image: ImageData) => (await fromPng(await png(image))).data

  it.each(Object.entries(things))('is %s', async (_, thing) => {
    for (const remove of ['auto', 'item', 'v2'] as const) {
      const { image, record } = await without(thing, { remove })
      expect(image.data).toEqual(await unchanged(thing))
      expect(record.warnings).toMatchObject([{ code: 'IGNORED', path: 'background.remove' }])
      expect(record.warnings[0]?.message).toMatch(/flatten it first: a run with background.color/)
    }
    const { image, record } = await without(thing, undefined, { preset: 'solid-colors-charcoal' })
    expect(record.warnings).toEqual([])
    expect(at(image, 1, 1)).toEqual([0x2f, 0x34, 0x37, 255])
    expect(at(image, 80, 40)).toEqual(at(thing, 80, 40))
    const flat = await without(thing, { color: '#3C7896' })
    const { image: forced } = await without(flat.image, { remove: 'v2' })
    expect(at(forced, 80, 20)[3]).toBe(0)
  })

  it('is searched for people by human', async () => {
    const cover = things['a rectangle, such as a cover']
    const { record } = await without(cover, { remove: 'human' })
    expect(record.warnings.map(({ code }) => code)).not.toContain('IGNORED')
  })

  it('of a person stays whole by human, and gets white behind it', async (test) => {
    const { reference } = await neededCutOut('girl-1', test)
    const { image } = await without(reference, { remove: 'human' })
    expect(overlap(image, reference)).toBeGreaterThan(0.97)
    const { image: flat } = await without(reference, { remove: 'human', color: 'auto' })
    expect(at(flat, 0, 0)).toEqual([255, 255, 255, 255])
  })

  it.each([
    [
      'rounded corners',
      (x: number, y: number) => {
        const [u, v] = [Math.max(0, Math.abs(x - 79.5) - 60), Math.max(0, Math.abs(y - 79.5) - 60)]
        return Number(Math.hypot(u, v) <= 20)
      },
    ],
    ['one stray transparent pixel', (x: number, y: number) => Number(x !== 3 || y !== 5)],
  ])('is not a photograph with %s', async (_, alpha) => {
    const { image, record } = await without(seenThrough(alpha), { remove: 'v2' })
    expect(at(image, 80, 20)).toEqual([0, 0, 0, 0])
    expect(record.warnings).toEqual([])
  })
})

describe('what comes behind', () => {
  it('nothing: the ground is transparent, the item is as it was', async () => {
    const { image } = await without(disk(), { remove: 'v2' })
    expect(at(image, 3, 3)).toEqual([0, 0, 0, 0])
    expect(at(image, 80, 88)).toEqual(at(disk(), 80, 88))
  })

  it('a colour, and the one that the ground had', async () => {
    const { image: hex } = await without(disk(), { remove: 'v2', color: '#2F3437' })
    expect(at(hex, 3, 3)).toEqual([0x2f, 0x34, 0x37, 255])
    const { image: auto } = await without(disk(), { remove: 'v2', color: 'auto' })
    expect(at(auto, 3, 3)).toEqual(at(disk(), 3, 3))
  })

  it('the colour of what is seen of a border that is partly transparent', async () => {
    const side = 600
    const isFrame = (x: number) => x < 3 || x >= side - 3
    const framed = draw(side, side, (x, y) => {
      const isRed = Math.hypot(x - 300, y - 300) < 150
      return [isRed ? 210 : 60, isRed ? 30 : 120, 150, isFrame(x) || isFrame(y) ? 0 : 255]
    })
    const { image } = await without(framed, { remove: 'v2', color: 'auto' })
    expect(at(image, 0, 0)).toEqual([60, 120, 150, 255])
  })

  it('another picture, placed by cover: its middle fills the whole', async () => {
    // Three stripes, so wide that only the middle one is visible.
    const stripes = draw(300, 60, (x) =>
      x < 100 ? [255, 0, 0] : x < 200 ? [0, 255, 0] : [0, 0, 255],
    )
    const { image, record } = await without(disk(), { remove: 'v2', replace: await png(stripes) })
    for (const [x, y] of [
      [3, 3],
      [156, 3],
      [3, 156],
    ] as const) {
      expect(at(image, x, y)).toEqual([0, 255, 0, 255])
    }
    expect(at(image, 80, 88)).toEqual(at(disk(), 80, 88))
    expect(record.details?.steps.map(({ operation }) => operation)).toContain('backdrop')
  })

  it('white in a jpeg, where it would be transparent', async () => {
    const { blob } = await run(
      {
        url: await png(disk()),
        background: { remove: 'v2' },
        output_format: 'jpeg',
      },
      quickly,
    )
    for (const value of at(await decoded(blob), 3, 3)) expect(value).toBeGreaterThan(250)
  })

  it('png where the source was a jpeg and the result has transparency', async () => {
    const { blob } = await run(
      {
        url: await encoded(disk(), 'image/jpeg'),
        background: { remove: 'v2' },
      },
      quickly,
    )
    expect(blob.type).toBe('image/png')
  })

  it('the colour of a template', async () => {
    const { image } = await without(disk(), { remove: 'v2' }, { preset: 'solid-colors-sage-green' })
    expect(at(image, 3, 3)).toEqual([0xa8, 0xb8, 0xa0, 255])
  })
})

describe('the item of a cut-out', () => {
  const boxOf = (image: ImageData, seen: (pixel: number[]) => boolean) => {
    const xs: number[] = []
    const ys: number[] = []
    for (let y = 0; y < image.height; y++) {
      for (let x = 0; x < image.width; x++) {
        if (!seen(at(image, x, y))) continue
        xs.push(x)
        ys.push(y)
      }
    }
    return {
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    }
  }

  it('fills the frame but for the padding, whatever comes behind it', async () => {
    for (const color of ['transparent', '#fff'] as const) {
      const { image } = await without(
        disk(),
        { remove: 'v2', color },
        { width: 200, height: 200, fit: { crop: 'item' }, padding: 20 },
      )
      expect([image.width, image.height]).toEqual([200, 200])
      const red = boxOf(image, ([r = 0, g = 0, , a = 0]) => a > 128 && r > 180 && g < 60)
      for (const side of [red.left, red.top, 199 - red.right, 199 - red.bottom]) {
        expect(Math.abs(side - 20)).toBeLessThan(8)
      }
    }
  })

  it('is what min_length is of', async () => {
    const { image } = await without(disk(), { remove: 'v2' }, { min_length: 180 })
    const { left, right } = boxOf(image, ([, , , a = 0]) => a > 128)
    expect(Math.abs(right - left + 1 - 180)).toBeLessThan(12)
    expect(image.width).toBeGreaterThan(300)
  })
})

it('what is cut out of a dark place has no dark rim', async () => {
  const [light, dark] = [
    [230, 60, 50],
    [16, 10, 12],
  ] as const
  const image = draw(240, 240, (x, y) => {
    // Like strands of hair: a wavy edge, soft over some pixels.
    const angle = Math.atan2(y - 130, x - 120)
    const rim = 66 + 3 * Math.sin(40 * angle) - Math.hypot(x - 120, y - 130)
    const share = Math.min(1, Math.max(0, rim / 5))
    const mixed = (c: 0 | 1 | 2) => dark[c] + (light[c] - dark[c]) * share
    return [mixed(0), mixed(1), mixed(2)]
  })
  const { image: result } = await without(image, { remove: 'v2' })
  let [ours, naive] = [0, 0]
  for (let i = 0; i < result.data.length; i += 4) {
    const alpha = (result.data[i + 3] as number) / 255
    if (alpha < 0.2 || alpha > 0.8) continue
    for (const c of [0, 1, 2] as const) {
      ours += Math.abs((result.data[i + c] as number) - light[c])
      naive += Math.abs((image.data[i + c] as number) - light[c])
    }
  }
  expect(naive).toBeGreaterThan(0)
  expect(ours / naive).toBeLessThan(0.45)
})

it('transparency of the source stays', async () => {
  const whole = disk()
  const half = draw(160, 160, (x, y) => {
    const [r, g, b] = at(whole, x, y)
    return [r as number, g as number, b as number, x < 80 ? 0 : 255]
  })
  const { image } = await without(half, { remove: 'v2' })
  for (let y = 0; y < 160; y += 10) expect(at(image, 40, y)[3]).toBe(0)
})

it.each([
  [1, 1, 'v2'],
  [333, 7, 'auto'],
] as const)('takes any size: %i x %i', async (width, height, remove) => {
  const strip = draw(width, height, (x) => [x, 90, 20])
  const { image } = await without(strip, { remove })
  expect([image.width, image.height]).toEqual([width, height])
})

it('nothing of all this was requested from other origins', () => {
  const requested = performance.getEntriesByType('resource')
  expect(requested.length).toBeGreaterThan(0)
  for (const { name } of requested) expect(new URL(name).origin).toBe(location.origin)
})
