import { describe, expect, it } from 'vitest'
import { draw, encoded, fromPng, png } from '../../scripts/lib/pictures.ts'
import type { JobPreview, ProcessingRequest } from '../../src/index.ts'
import { withOrientation } from './files.ts'
import { gradient, maxDifference } from './pictures.ts'
import { darkroomWith, run } from './run.ts'

const [width, height] = [48, 32]
/** Every pixel is another. */
const photo = draw(width, height, (x, y) => [x * 5, y * 7, (x * 3 + y * 11) % 256])

async function result(request: ProcessingRequest) {
  const { record, blob } = await run({ output_format: 'png', ...request })
  const steps = record.details?.steps.map(({ operation }) => operation)
  return { image: await fromPng(blob), warnings: record.warnings, steps }
}

type Place = (u: number, v: number) => [x: number, y: number]
/** Pixels of an image, each from another place. */
const from = ({ data, width: stride }: ImageData, w: number, h: number, place: Place) =>
  draw(w, h, (u, v) => {
    const [x, y] = place(u, v)
    return [...data.subarray((y * stride + x) * 4, (y * stride + x) * 4 + 4)] as never
  })

const crop = { x: 8, y: '25%', width: 20, height: 12 } as const
/** `crop`, 90 degrees clockwise, then left to right. */
const framed = { crop, rotate: 90, flip: 'horizontal' } as const
const framedPart = (image: ImageData) => from(image, 12, 20, (u, v) => [8 + v, 8 + u])

describe('crop, rotate and flip', () => {
  it.each([
    [{ crop }, 20, 12, (u, v) => [8 + u, 8 + v]],
    [{ rotate: 90 }, 32, 48, (u, v) => [v, 31 - u]],
    [{ rotate: '180' }, 48, 32, (u, v) => [47 - u, 31 - v]],
    [{ rotate: 270 }, 32, 48, (u, v) => [47 - v, u]],
    [{ flip: 'horizontal' }, 48, 32, (u, v) => [47 - u, v]],
    [{ flip: 'vertical' }, 48, 32, (u, v) => [u, 31 - v]],
    [{ crop, rotate: 270, flip: 'both' }, 12, 20, (u, v) => [8 + v, 19 - u]],
    [framed, 12, 20, (u, v) => [8 + v, 8 + u]],
  ] as [ProcessingRequest, number, number, Place][])(
    '%o moves pixels only',
    async (fields, w, h, place) => {
      // biome-ignore format: a line
      for (const url of [photo, await png(photo)]) {
      const { image } = await result({ url, ...fields })
      expect(maxDifference(image, from(photo, w, h, place))).toBe(0)
    }
    },
  )

  it('keeps the colors of what is transparent', async () => {
    const faint = draw(width, height, (x, y) => [x * 5, y * 7, 200, x % 4])
    const { image } = await result({ url: await png(faint), ...framed })
    expect(maxDifference(image, framedPart(faint))).toBe(0)
  })

  it('comes after the orientation of the file', async () => {
    const file = await encoded(photo, 'image/jpeg', 1)
    const upright = await result({ url: file })
    const turned = await withOrientation.jpeg(file, 6)
    const { image } = await result({ url: turned, crop: { x: 4, y: 10, width: 9, height: 7 } })
    const expected = from(upright.image, 9, 7, (u, v) => [10 + v, 31 - (4 + u)])
    expect(maxDifference(image, expected)).toBe(0)
  })

  it('come before all other steps, whose per cent are of what is left', async () => {
    const { image, steps } = await result({ url: photo, ...framed, width: '50%', padding: 2, background: { color: '#00FF00' } }) // biome-ignore format: a line
    expect(steps).toEqual(['decode', 'crop', 'orient', 'flatten', 'resize', 'canvas', 'encode'])
    const alone = await result({ url: framedPart(photo), width: '50%', padding: 2, background: { color: '#00FF00' } }) // biome-ignore format: a line
    expect(maxDifference(image, alone.image)).toBe(0)
  })

  it('says what was clipped, and refuses what is empty', async () => {
    const { image, warnings } = await result({ url: photo, crop: { x: 40, y: -5, width: 20, height: 10 } }) // biome-ignore format: a line
    expect([image.width, image.height]).toEqual([8, 5])
    expect(warnings).toMatchObject([{ code: 'LIMITED', path: 'crop' }])
    const empty = run({ url: photo, crop: { x: 48, y: 0, width: 9, height: 9 } })
    await expect(empty).rejects.toMatchObject({ code: 'BAD_REQUEST', path: 'crop', status: 400 })
  })

  it('hold for each of several images', async () => {
    const { results = [] } = await darkroomWith().run({ urls: [photo, await png(gradient(30, 20))], crop: { x: 0, y: 0, width: '50%', height: 10 }, rotate: 90, output_format: 'png' }) // biome-ignore format: a line
    const sizes = results.map(async (item) => {
      const image = await fromPng((item as { blob: Blob }).blob)
      return [image.width, image.height]
    })
    expect(await Promise.all(sizes)).toEqual([
      [10, 24],
      [10, 15],
    ])
  })

  it('are what plan() tells', async () => {
    const { steps } = await darkroomWith().plan({ url: photo, ...framed, width: '50%' })
    expect(steps).toEqual([
      { op: 'crop', x: 8, y: 8, width: 20, height: 12 },
      { op: 'orient', orientation: 5, width: 12, height: 20 },
      { op: 'resize', width: 6, height: 10, filter: 'lanczos3' },
    ])
  })

  it('are seen in the preview', async () => {
    const url = await png(gradient(340, 200))
    const previews: JobPreview[] = []
    const request: ProcessingRequest = { url, crop: { x: 0, y: 0, width: 300, height: '100%' }, rotate: 90, flip: 'horizontal', enhancements: ['denoise'], output_format: 'png' } // biome-ignore format: a line
    const { blob } = await darkroomWith().run(request, { onPreview: (preview) => previews.push(preview) }) // biome-ignore format: a line
    const [preview] = previews
    if (!preview) throw new Error('Expected a preview')
    expect([preview.width, preview.height]).toEqual([171, 256])
    const small = await result({ url: blob, height: 256 })
    expect(maxDifference(await fromPng(preview.blob), small.image)).toBeLessThan(24)
  })
})

describe('masks and boxes are of the source before', () => {
  const disk = (x: number, y: number) => 255 * Number(Math.hypot(x - 18, y - 14) < 6)
  const opaque = draw(width, height, (x, y) => [disk(x, y), disk(x, y), disk(x, y)])
  // Opaque and black in all that is seen: it is alpha that counts, as elsewhere it is transparent.
  const clear = draw(width, height, (x) => [0, 0, 0, x < 40 ? 255 : 0])
  const half = draw(24, 16, (x, y) => [disk(2 * x, 2 * y), disk(2 * x, 2 * y), disk(2 * x, 2 * y)])
  const boxes = {
    keep: [{ x: 9, y: 9, width: 3, height: 3 }],
    erase: [{ x: 15, y: 0, width: 4, height: '100%' }],
  } as const

  it.each([
    ['a mask', { mask: opaque }],
    ['a mask with alpha', { mask: clear }],
    ['a smaller mask', { mask: half }],
    ['boxes', { mask: opaque, ...boxes }],
    ['hints', { mask: clear, hints: opaque }],
  ])('%s', async (_, background) => {
    const exact = { ...background, refine: false } as const
    const whole = await result({ url: photo, background: exact })
    const { image, steps } = await result({ url: photo, background: exact, ...framed })
    expect(steps).toEqual(['decode', 'crop', 'orient', 'cut_out', 'encode'])
    const alpha = (each: ImageData) => each.data.filter((_, i) => i % 4 === 3)
    expect(alpha(image)).toEqual(alpha(framedPart(whole.image)))
    const colors = [...alpha(image)].flatMap((a, i) => (a === 255 ? [i] : []))
    const part = framedPart(photo)
    for (const i of colors) expect(image.data.subarray(i * 4, i * 4 + 4)).toEqual(part.data.subarray(i * 4, i * 4 + 4)) // biome-ignore format: a line
  })

  it('and the transparency that a source has', async () => {
    const url = draw(width, height, (x, y) => [x * 5, y * 7, 9, disk(x, y)])
    const { image } = await result({ url, background: boxes, ...framed })
    const whole = await result({ url, background: boxes })
    expect(maxDifference(image, framedPart(whole.image))).toBe(0)
  })
})

describe('an SVG', () => {
  const svg = new Blob(
    [
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#fff"/><rect x="10" y="5" width="10" height="5" fill="#f00"/></svg>',
    ],
    { type: 'image/svg+xml' },
  )
  const crop = { x: 5, y: 0, width: 20, height: 15 }

  it('is drawn at the size that its part gets', async () => {
    const { image, steps } = await result({ url: svg, crop, rotate: 90, width: '400%' })
    expect(steps).toEqual(['decode', 'crop', 'orient', 'encode'])
    expect([image.width, image.height]).toEqual([60, 80])
    const at = (x: number, y: number) => [...image.data.subarray((y * 60 + x) * 4, (y * 60 + x) * 4 + 3)] // biome-ignore format: a line
    // The red part is at x 5 to 15, y 5 to 10 of the crop: turned, at x 5 to 10, y 5 to 15.
    expect([at(19, 30), at(21, 21), at(38, 58), at(41, 30), at(30, 61)]).toEqual([
      ...[[255, 255, 255], [255, 0, 0], [255, 0, 0], [255, 255, 255], [255, 255, 255]], // biome-ignore format: a line
    ])
  })

  it('of which a small part is wanted very large is drawn as large as it may be', async () => {
    const limits = { decodedPixels: 80_000 }
    const small = { x: 10, y: 5, width: 1, height: 1 }
    const request = { url: svg, crop: small, width: 100, output_format: 'png' } as const
    const { blob } = await run(request, { provider: 'wasm', limits })
    const { width, height, data } = await fromPng(blob)
    expect([width, height]).toEqual([100, 100])
    expect([...data.subarray(0, 3)]).toEqual([255, 0, 0])
  })
})
