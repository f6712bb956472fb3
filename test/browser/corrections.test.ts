import { afterAll, describe, expect, it } from 'vitest'
import { draw, fromPng, png } from '../../scripts/lib/pictures.ts'
import { startBundledWorker } from '../../src/engine/bundled-worker.ts'
import { browserEnvironment } from '../../src/environment.ts'
import type { Darkroom, ProcessingRequest } from '../../src/index.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { redKeeper } from './custom-models.ts'
import { environmentOf } from './environment.ts'

type Background = NonNullable<ProcessingRequest['background']>

const keeper = await redKeeper(96)
/** What is red is found, at once, and kept in the step cache. */
const open = () =>
  new LazyDarkroom({ provider: 'wasm', models: { keeper } }, environmentOf({ cacheFromMs: 0 }))
const opened: Darkroom[] = [open()]
afterAll(() => {
  for (const darkroom of opened) darkroom.dispose()
})

const [width, height] = [160, 120]
/** Two red disks, of which one is to go, and a green one that is to stay. */
const [first, second, third] = [
  [40, 40],
  [110, 40],
  [60, 95],
] as const
const isIn = (x: number, y: number, [u, v]: readonly [number, number]) =>
  Math.hypot(x - u, y - v) < 18
const scene = draw(width, height, (x, y) => {
  if (isIn(x, y, first) || isIn(x, y, second)) return [220, 30, 30]
  return isIn(x, y, third) ? [30, 160, 60] : [120, 130, 150]
})
const file = await png(scene)

async function cutOut(
  background: Background,
  { url = file, darkroom = opened[0] as Darkroom } = {},
) {
  const { blob, ...record } = await darkroom.run({ url, background, output_format: 'png' })
  const steps = record.details.steps.map(
    ({ operation, cached }) => `${operation}${cached ? ' cached' : ''}`,
  )
  return { image: await fromPng(blob), warnings: record.warnings, steps }
}

const at = ({ data }: ImageData, [x, y]: readonly [number, number]) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]
const alphaAt = (image: ImageData, ...places: (readonly [number, number])[]) =>
  places.map((place) => at(image, place)[3])
const around = ([x, y]: readonly [number, number], radius = 22) => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
})

describe('corrections of what was found', () => {
  it('keep and erase exactly their boxes, and change little farther than the border', async () => {
    const plain = await cutOut({ remove: 'v2' })
    expect(alphaAt(plain.image, first, second, third)).toEqual([255, 255, 0])
    const [keep, erase] = [around(third), around(second, 10)]
    const { image, warnings } = await cutOut({ remove: 'v2', keep: [keep], erase: [erase] })
    expect(warnings).toEqual([])
    const isInside = (x: number, y: number, box: typeof keep, margin = 0) =>
      x >= box.x - margin &&
      y >= box.y - margin &&
      x < box.x + box.width + margin &&
      y < box.y + box.height + margin
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const pixel = at(image, [x, y])
        if (isInside(x, y, keep)) expect(pixel).toEqual(at(scene, [x, y]))
        else if (isInside(x, y, erase)) expect(pixel).toEqual([0, 0, 0, 0])
        else if (!isInside(x, y, keep, 6) && !isInside(x, y, erase, 6)) {
          // What draws the border of one disk sees what has become of the others, up to 40 px away.
          const change = (pixel[3] as number) - (at(plain.image, [x, y])[3] as number)
          expect(Math.abs(change)).toBeLessThanOrEqual(24)
        }
      }
    }
  })

  it('run no network again', async () => {
    const darkroom = open()
    opened.push(darkroom)
    const before = await cutOut({ remove: 'v2' }, { darkroom })
    expect(before.steps).toEqual(['decode', 'background', 'cut_out', 'encode'])
    const corrected: Background = { remove: 'v2', keep: [around(third)], hints: scene }
    const after = await cutOut(corrected, { darkroom })
    expect(after.steps).toEqual(['decode cached', 'background cached', 'cut_out', 'encode'])
    const again = await cutOut({ remove: 'v2', erase: [around(first)] }, { darkroom })
    expect(again.steps).toEqual(after.steps)
    expect(alphaAt(again.image, first, second, third)).toEqual([0, 255, 0])
    expect((await cutOut({ remove: 'v2' }, { darkroom })).image.data).toEqual(before.image.data)
  })

  it('are boxes in per cent too, and those beyond the image are clipped', async () => {
    const keep = [{ x: '25%', y: '60%', width: '25%', height: '80%' }] as const
    const erase = [
      { x: -20, y: -20, width: 90, height: 90 },
      { x: 500, y: 0, width: 10, height: 10 },
    ] as const
    const { image, warnings } = await cutOut({ remove: 'v2', keep: [...keep], erase: [...erase] })
    expect(alphaAt(image, first, second, third)).toEqual([0, 255, 255])
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ['LIMITED', 'background.keep.0'],
      ['LIMITED', 'background.erase.0'],
      ['IGNORED', 'background.erase.1'],
    ])
  })

  it('are pixels of a drawing as it states its size, however large it is drawn', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="green"/></svg>`
    const request: ProcessingRequest = {
      url: new Blob([svg], { type: 'image/svg+xml' }),
      background: {
        mask: draw(2, 2, () => [0, 0, 0]),
        keep: [{ x: 40, y: 30, width: 9, height: 9 }],
      },
      width: 4 * 80,
      output_format: 'png',
    }
    const { blob, warnings } = await (opened[0] as Darkroom).run(request)
    const { data, width } = await fromPng(blob)
    const alphas = [156, 164, 190, 200].map((x) => data[(130 * width + x) * 4 + 3])
    expect(alphas).toEqual([0, 255, 255, 0])
    expect(warnings).toEqual([])
  })

  it('erase wins over keep', async () => {
    const box = around(first)
    const white = draw(4, 4, () => [255, 255, 255])
    const { image } = await cutOut({ remove: 'v2', keep: [box], erase: [box], hints: white })
    expect(alphaAt(image, first, second, third)).toEqual([0, 255, 255])
  })

  it('are hints of any size: light keeps, dark erases, gray and transparent say nothing', async () => {
    const hints = draw(width / 2, height / 2, (x, y) => {
      if (isIn(2 * x, 2 * y, third)) return [255, 255, 255]
      if (isIn(2 * x, 2 * y, first)) return [0, 0, 0]
      return y < 10 ? [0, 0, 0, 0] : [192, 192, 192]
    })
    const { image } = await cutOut({ remove: 'v2', hints: await png(hints) })
    expect(alphaAt(image, first, second, third, [80, 60], [5, 5])).toEqual([0, 255, 255, 0, 0])
    expect(at(image, third)).toEqual(at(scene, third))
  })

  it('add to nothing, and of nothing nothing is left', async () => {
    const url = await png(draw(width, height, (x) => [90, 100 + (x % 9), 120]))
    const empty = await cutOut({ remove: 'v2', erase: [around(first)] }, { url })
    expect(empty.image.data.every((value) => value === 0)).toBe(true)
    expect(empty.warnings).toMatchObject([{ code: 'NOTHING_FOUND', path: 'background.remove' }])
    const kept = await cutOut({ remove: 'v2', keep: [around(first)] }, { url })
    expect(kept.warnings).toEqual([])
    expect(alphaAt(kept.image, first, third)).toEqual([255, 0])
  })

  it('correct a mask, exact or refined', async () => {
    const mask = draw(width, height, (x) => (x < 80 ? [255, 255, 255] : [0, 0, 0]))
    for (const refine of [true, false]) {
      const background = { mask, refine, keep: [around(second)], erase: [around(first)] }
      const { image, steps } = await cutOut(background)
      expect(steps).toEqual(['decode cached', 'cut_out', 'encode'])
      expect(alphaAt(image, first, second, third)).toEqual([0, 255, 255])
    }
  })

  it('that are no picture are an error of their own', async () => {
    const refused = cutOut({ remove: 'v2', hints: new Blob(['nothing']) })
    await expect(refused).rejects.toMatchObject({
      code: 'UNIDENTIFIED_IMAGE',
      path: 'background.hints',
    })
  })
})

describe('corrections of transparency', () => {
  const ring = draw(width, height, (x, y) => [9, x, y, isIn(x, y, first) ? 255 : 0])

  it.each([{}, { remove: 'auto' }] as const)('edit a cut-out: %j', async (removal) => {
    const background = { ...removal, keep: [around(third)], erase: [around(first, 5)] }
    const { image, warnings } = await cutOut(background, { url: await png(ring) })
    expect(alphaAt(image, first, second, third, [40, 55])).toEqual([0, 0, 255, 255])
    expect(at(image, third)).toEqual([9, 60, 95, 255])
    expect(warnings.map(({ path }) => path)).toEqual(
      'remove' in removal ? ['background.remove'] : [],
    )
  })

  it('that leave nothing say so', async () => {
    const erase = [{ x: 0, y: 0, width: '100%', height: '100%' } as const]
    const { image, warnings } = await cutOut({ erase }, { url: await png(ring) })
    expect(image.data.every((value) => value === 0)).toBe(true)
    expect(warnings).toMatchObject([{ code: 'NOTHING_FOUND', path: 'background.erase' }])
  })

  it('have no effect where there is none, and say so', async () => {
    const { image, warnings } = await cutOut({ keep: [around(third)], hints: scene })
    expect(image.data).toEqual(scene.data)
    expect(warnings).toMatchObject([
      { code: 'IGNORED', path: 'background.keep' },
      { code: 'IGNORED', path: 'background.hints' },
    ])
  })
})

it('a job that a page left is resumed with its mask and its hints', async () => {
  const database = `masks-${crypto.randomUUID()}`
  const page = () => {
    const parts = { startWorker: startBundledWorker }
    const environment = { ...browserEnvironment({ database }), ...parts }
    const darkroom = new LazyDarkroom({ provider: 'wasm', database }, environment)
    opened.push(darkroom)
    return darkroom
  }
  const mask = draw(width, height, (x) => (x < 80 ? [255, 255, 255] : [0, 0, 0]))
  const hints = draw(4, 1, (x) => (x === 3 ? [255, 255, 255] : [128, 128, 128]))
  const left = page()
  const background = { mask, refine: false, hints }
  const { job } = await left.process({ url: file, background, width: '300%', output_format: 'png' })
  left.dispose()
  const next = page()
  await next.wait(job)
  const image = await fromPng((await next.file(job)).blob)
  const alphas = [30, 200, 300, 420].map((x) => image.data[(180 * image.width + x) * 4 + 3])
  expect(alphas).toEqual([255, 255, 0, 255])
})
