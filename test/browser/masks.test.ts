import { describe, expect, it } from 'vitest'
import { overlap } from '../../bench/lib/alpha.ts'
import { decoded, draw, encoded, fromPng, png } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { neededCutOut } from './cut-out.ts'
import { gradient } from './pictures.ts'
import { run } from './run.ts'

type Background = NonNullable<ProcessingRequest['background']>

const [width, height] = [96, 64]
const photo = gradient(width, height)
/** Texture of single pixels, which an estimate of colors would blur. */
const texture = draw(width, height, (x, y) => ((x + y) % 2 ? [200, 120, 40] : [90, 60, 140]))
/** 0 to 255 from left to right. */
const fade = (x: number) => Math.round((255 * x) / (width - 1))
const faded = draw(width, height, (x) => [fade(x), fade(x), fade(x)])
const disk = (x: number, y: number) => Number(Math.hypot(x - 60, y - 30) < 20)

async function cutOut(url: ImageData | Blob, background: Background, more: object = {}) {
  const { record, blob } = await run({ url, background, output_format: 'png', ...more })
  const steps = record.details?.steps.map(({ operation }) => operation)
  return { image: await fromPng(blob), record, steps }
}

const alphaOf = ({ data }: ImageData) => Array.from(data.filter((_, i) => i % 4 === 3))
const at = ({ data, width }: ImageData, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

describe('background.mask with refine: false', () => {
  it('is the alpha, and what it fades keeps its colors', async () => {
    const { image, steps } = await cutOut(texture, { mask: faded, refine: false })
    expect(steps).toEqual(['decode', 'cut_out', 'encode'])
    expect(alphaOf(image)).toEqual(Array.from({ length: width * height }, (_, i) => fade(i % width))) // biome-ignore format: a line
    for (const x of [20, 48, 80]) expect(at(image, x, 9).slice(0, 3)).toEqual(at(texture, x, 9).slice(0, 3)) // biome-ignore format: a line
  })

  it('is luma of an opaque picture, else alpha', async () => {
    const colors = await cutOut(photo, { mask: draw(width, height, () => [255, 0, 0]), refine: false }) // biome-ignore format: a line
    expect(at(colors.image, 5, 5)[3]).toBe(76)
    const clear = draw(width, height, (x, y) => [0, 0, 0, 255 * disk(x, y)])
    const { image } = await cutOut(photo, { mask: clear, refine: false })
    expect(alphaOf(image)).toEqual(alphaOf(clear))
    expect(at(image, 60, 30)).toEqual(at(photo, 60, 30))
    expect(at(image, 1, 1)).toEqual([0, 0, 0, 0])
  })

  it('is scaled from another shape', async () => {
    const half = draw(12, 40, (x) => (x < 6 ? [255, 255, 255] : [0, 0, 0]))
    const { image } = await cutOut(photo, { mask: await png(half), refine: false })
    expect([2, 40, 56, 90].map((x) => at(image, x, 30)[3])).toEqual([255, 255, 0, 0])
  })

  it('is enough for a color and for a replacement', async () => {
    const mask = draw(width, height, (x, y) => [255 * disk(x, y), 255 * disk(x, y), 255 * disk(x, y)]) // biome-ignore format: a line
    const blue = { mask, refine: false, color: '#0000FF' } as const
    const colored = await cutOut(photo, blue)
    expect(at(colored.image, 3, 3)).toEqual([0, 0, 255, 255])
    expect(at(colored.image, 60, 30)).toEqual(at(photo, 60, 30))
    const behind = draw(width, height, () => [10, 200, 30])
    const replaced = await cutOut(photo, { mask, refine: false, replace: behind })
    expect(replaced.steps).toEqual(['decode', 'cut_out', 'backdrop', 'encode'])
    expect(at(replaced.image, 3, 3)).toEqual([10, 200, 30, 255])
    const item = { width: 40, height: 40, fit: { crop: 'item' } }
    const cropped = await cutOut(photo, { mask, refine: false }, item)
    expect(cropped.record.details?.steps[2]?.found_by).toBe('transparency')
    expect(at(cropped.image, 20, 1)[3]).toBeGreaterThan(0)
  })

  it('multiplies the transparency of the source', async () => {
    const source = draw(width, height, (_, y) => [9, 9, 9, y < 32 ? 100 : 255])
    const { image } = await cutOut(source, { mask: faded, refine: false })
    expect(at(image, 48, 10)[3]).toBe(Math.round((100 * fade(48)) / 255))
    expect(at(image, 48, 50)[3]).toBe(fade(48))
  })
})

describe('background.mask', () => {
  it('is moved to the border in a photograph, and keeps it with refine: false', async (test) => {
    const { photograph, reference } = await neededCutOut('girl-1', test)
    const blunt = await blurred(reference)
    const { image, steps } = await cutOut(photograph, { mask: blunt })
    expect(steps).toEqual(['decode', 'cut_out', 'encode'])
    const kept = await cutOut(photograph, { mask: blunt, refine: false })
    expect(overlap(image, reference)).toBeGreaterThan(overlap(kept.image, reference))
    expect(overlap(image, reference)).toBeGreaterThan(0.95)
  })

  it('wins over remove', async () => {
    const { record, steps } = await cutOut(photo, { mask: faded, remove: 'auto' })
    expect(steps).toEqual(['decode', 'cut_out', 'encode'])
    expect(record.warnings).toMatchObject([{ code: 'IGNORED', path: 'background.remove' }])
  })

  it('that is black all over leaves nothing', async () => {
    const { image, record } = await cutOut(photo, { mask: draw(3, 3, () => [0, 0, 0]) })
    expect(image.data.every((value) => value === 0)).toBe(true)
    expect(record.warnings).toMatchObject([{ code: 'NOTHING_FOUND', path: 'background.mask' }])
  })

  it.each([
    ['no picture', new Blob(['nothing']), 'UNIDENTIFIED_IMAGE'],
    ['a damaged one', new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0])]), 'UNIDENTIFIED_IMAGE'], // biome-ignore format: a row
    ['no address', 'nowhere', 'BAD_REQUEST'],
  ])('%s is an error of its own', async (_, mask, code) => {
    const refused = run({ url: photo, background: { mask } })
    await expect(refused).rejects.toMatchObject({ code, path: 'background.mask' })
  })

  it('above the limits is refused', async () => {
    const limits = { decodedPixels: width * height }
    const mask = await png(draw(width, height + 1, () => [255, 255, 255]))
    const refused = run({ url: photo, background: { mask } }, { provider: 'wasm', limits })
    await expect(refused).rejects.toMatchObject({ code: 'TOO_LARGE', path: 'background.mask' })
  })

  it('may be an SVG', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="32"><rect width="24" height="32"/></svg>`
    const mask = new Blob([svg], { type: 'image/svg+xml' })
    const { image } = await cutOut(photo, { mask, refine: false })
    expect([2, 40, 56, 90].map((x) => at(image, x, 30)[3])).toEqual([255, 255, 0, 0])
  })
})

/** A mask as a person draws it: the border is off by some pixels and soft. */
async function blurred(reference: Blob | ImageData): Promise<ImageData> {
  const { data, width, height } = reference instanceof Blob ? await decoded(reference) : reference
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.putImageData(new ImageData(data, width, height), 0, 0)
  const small = new OffscreenCanvas(width >> 3, height >> 3)
  const shrunk = small.getContext('2d') as OffscreenCanvasRenderingContext2D
  shrunk.drawImage(canvas, 0, 0, small.width, small.height)
  context.clearRect(0, 0, width, height)
  context.drawImage(small, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}

describe('background.output: mask', () => {
  const disks = draw(width, height, (x, y) => [255 * disk(x, y), 30, 60])
  const grayOf = (image: ImageData) => {
    for (let i = 0; i < image.data.length; i += 4) {
      const [red, green, blue, alpha] = image.data.subarray(i, i + 4)
      if (red !== green || green !== blue || alpha !== 255) throw new Error(`no gray at ${i / 4}`)
    }
    return Array.from(image.data.filter((_, i) => i % 4 === 0))
  }

  it('is the alpha of the cut-out, at its size and on its canvas', async () => {
    for (const more of [{}, { width: '50%' }, { width: 120, height: 120, padding: 10 }]) {
      const alone = await cutOut(disks, { mask: faded, refine: false }, more)
      const { image } = await cutOut(disks, { mask: faded, refine: false, output: 'mask' }, more)
      expect(grayOf(image)).toEqual(alphaOf(alone.image))
    }
  })

  it('of a photograph comes in again as the same cut-out', async (test) => {
    const { photograph } = await neededCutOut('girl-1', test)
    const { record, blob } = await run({
      url: photograph,
      background: { remove: 'human', output: 'mask' },
    })
    expect(blob.type).toBe('image/png')
    expect(record.details?.steps.map(({ operation }) => operation)).toEqual([
      ...['decode', 'background', 'cut_out', 'mask', 'encode'],
    ])
    const alone = await cutOut(photograph, { remove: 'human' })
    const again = await cutOut(photograph, { mask: blob, refine: false })
    expect(alphaOf(again.image)).toEqual(alphaOf(alone.image))
    const differences = again.image.data.map((value, i) => Math.abs(value - (alone.image.data[i] as number))) // biome-ignore format: a line
    const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length
    // The colours are found anew where the alpha is between.
    expect(mean).toBeLessThan(0.3)
  })

  it('leaves out color and replace, with a warning', async () => {
    const plain = await cutOut(disks, { mask: faded, refine: false, output: 'mask' })
    const beside = { color: '#0000FF', replace: photo } as const
    const { image, record } = await cutOut(disks, { mask: faded, refine: false, output: 'mask', ...beside }) // biome-ignore format: a line
    expect(image.data).toEqual(plain.image.data)
    expect(plain.record.warnings).toEqual([])
    expect(record.warnings.map(({ code, path }) => [code, path])).toEqual([
      ['IGNORED', 'background.replace'],
      ['IGNORED', 'background.color'],
    ])
  })

  it('is a png unless a format is named', async () => {
    const url = await encoded(disks, 'image/jpeg')
    const background = { mask: faded, output: 'mask' } as const
    expect((await run({ url, background })).blob.type).toBe('image/png')
    const { record, blob } = await run({ url, background, quality: 50 })
    expect(blob.type).toBe('image/png')
    expect(record.warnings).toMatchObject([{ code: 'IGNORED', path: 'quality' }])
    const jpeg = await run({ url, background, output_format: 'jpeg' })
    expect(jpeg.blob.type).toBe('image/jpeg')
    expect(jpeg.record.warnings).toEqual([])
  })

  it('is black where nothing is found, and white all over where nothing is removed, and says so', async () => {
    const none = await cutOut(photo, { mask: draw(2, 2, () => [0, 0, 0]), output: 'mask' })
    expect(grayOf(none.image).every((value) => value === 0)).toBe(true)
    expect(none.record.warnings).toMatchObject([{ code: 'NOTHING_FOUND', path: 'background.mask' }])
    const all = await cutOut(photo, { output: 'mask' })
    expect(grayOf(all.image).every((value) => value === 255)).toBe(true)
    expect(all.record.warnings).toMatchObject([{ code: 'IGNORED', path: 'background.output' }])
    const clear = draw(width, height, (x, y) => [9, 9, 9, 255 * disk(x, y)])
    const { image, record } = await cutOut(clear, { output: 'mask' })
    expect(grayOf(image)).toEqual(alphaOf(clear))
    expect(record.warnings).toEqual([])
  })
})
