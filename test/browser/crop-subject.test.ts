import { clear, createStore } from 'idb-keyval'
import { describe, expect, it } from 'vitest'
import {
  bicubic,
  crop,
  decoded,
  draw,
  fromPng,
  part,
  png,
  random,
} from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import type { Box } from '../../src/plan/size.ts'
import { alphaBox } from '../../workers/operations/subject/alpha-box.ts'
import { neededCutOut } from './cut-out.ts'
import { needed } from './pictures.ts'
import { darkroomWith, run } from './run.ts'

const visibleBox = ({ width, height, data }: ImageData): Box =>
  alphaBox({ width, height, pixels: new Uint8ClampedArray(data), alpha: true }) as Box

/** The result, and how its subject was found. */
async function cropped(request: ProcessingRequest) {
  const { record, blob } = await run({ ...request, output_format: 'png' })
  const step = record.details?.steps.find(({ operation }) => operation === 'subject')
  return { image: await fromPng(blob), foundBy: step?.found_by }
}

describe('a small image', () => {
  it('is cropped without models unless they are there, or the request needs some', async (test) => {
    await clear(createStore('darkroom-weights', 'weights'))
    const { photograph } = await neededCutOut('car-2', test)
    const url = await png(await bicubic(await decoded(photograph), 400, 267))
    const request = { url, width: 100, height: 100, fit: 'crop' } as const
    expect((await darkroomWith().plan(request)).models).toEqual([])
    expect((await cropped(request)).foundBy).toBe('saliency')
    const asked = cropped({ ...request, enhancements: ['face_enhance'] })
    expect((await asked).foundBy).toBe('matte')
    expect((await cropped(request)).foundBy).toBe('matte')
  })
})

describe('crop: item', () => {
  // Without the model the box of car-2 overlapped that of the reference by 0.5.
  it.for(['car-2', 'animal-3'])('%s is whole', async (name, test) => {
    const { photograph, reference } = await neededCutOut(name, test)
    const { image, foundBy } = await cropped({ url: photograph, fit: { crop: 'item' } })
    const truth = visibleBox(reference)
    expect(foundBy).toBe('matte')
    expect(Math.abs(image.width - truth.width)).toBeLessThan(0.03 * truth.width)
    expect(Math.abs(image.height - truth.height)).toBeLessThan(0.03 * truth.height)
    const expected = await crop(photograph, truth.x, truth.y, truth.width, truth.height)
    const same = await bicubic(image, truth.width, truth.height)
    expect(difference(same, expected)).toBeLessThan(16)
  })

  const next = random(3)
  const surfaces = {
    plain: draw(640, 400, () => [90, 120, 140]),
    'small and plain': draw(64, 40, () => [90, 120, 140]),
    noisy: draw(640, 400, () => [255 * next(), 255 * next(), 255 * next()]),
  }
  it.for(Object.entries(surfaces))('warns that nothing is found: %s', async ([, surface]) => {
    const size = { width: 100, height: 100 }
    const request = { url: await png(surface), ...size, fit: { crop: 'item' } } as const
    const { warnings } = (await run(request)).record
    expect(warnings).toMatchObject([{ code: 'NOTHING_FOUND', path: 'fit' }])
  })
})

/** Rows of the girl's head. */
const CAP = 128
const CHIN = 232

describe('crop: content', () => {
  /** The first row that a crop of so many rows shows of a picture. */
  async function topOf(picture: ImageData, height: number) {
    const { width } = picture
    const { image, foundBy } = await cropped({
      url: await png(picture),
      width,
      height,
      fit: 'crop',
    })
    expect(foundBy).toBe('matte')
    const tops = Array.from({ length: picture.height - height }, (_, y) => y)
    const strip = (of: ImageData, y: number) => part(of, width / 2, y, 16, height)
    const errors = tops.map((y) => difference(strip(image, 0), strip(picture, y)))
    return errors.indexOf(Math.min(...errors))
  }

  it('shows the head of a person who does not fit', async (test) => {
    const { photograph } = await neededCutOut('girl-1', test)
    const top = await topOf(await decoded(photograph), 150)
    expect(top).toBeLessThan(CAP)
    expect(top + 150).toBeGreaterThan(CHIN)
  })

  it('keeps the face whole where the head does not fit', async (test) => {
    const portrait = await decoded(await needed('faces/ffhq-clean.png', test))
    const [brows, chin] = [156 * 1.5, 424 * 1.5]
    const top = await topOf(await bicubic(portrait, 768, 768), 480)
    expect(top).toBeLessThanOrEqual(brows)
    expect(top + 480).toBeGreaterThanOrEqual(chin)
  })

  it('of a landscape is where the interest is', async (test) => {
    const url = await needed('kodak/kodim13.png', test)
    const { foundBy } = await cropped({ url, width: 300, height: 300, fit: 'crop' })
    expect(foundBy).toBe('saliency')
  })
})

/** The mean absolute difference of two images of one size, 0 to 255. */
const difference = (a: ImageData, b: ImageData) =>
  a.data.reduce((sum, value, i) => sum + Math.abs(value - (b.data[i] as number)), 0) / a.data.length
