import { describe, expect, it } from 'vitest'
import { decoded, draw, fromPng, png } from '../../scripts/lib/pictures.ts'
import type { JobProgress, ProcessingRequest } from '../../src/index.ts'
import { maxDifference } from './pictures.ts'
import { darkroomWith, run } from './run.ts'

/** 40 x 20: a border of one pixel around a gradient. No test enlarges it, so that no network runs. */
const picture = draw(40, 20, (x, y) =>
  x === 0 || y === 0 || x === 39 || y === 19 ? [180, 20, 90] : [x * 6, y * 12, 128],
)
const result = async (request: Partial<ProcessingRequest>, url: ImageData | Blob = picture) =>
  fromPng((await run({ url, output_format: 'png', ...request })).blob)

const pixel = ({ data, width }: ImageData, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

/** Returns the image in the middle of a canvas of one colour. */
const placed = (width: number, height: number, colour: [number, number, number, number]) =>
  draw(width, height, (x, y) => {
    const [u, v] = [x - Math.floor((width - 40) / 2), y - Math.floor((height - 20) / 2)]
    if (u < 0 || v < 0 || u >= 40 || v >= 20) return colour
    return pixel(picture, u, v) as [number, number, number, number]
  })

describe('fill', () => {
  it.each([
    [undefined, [180, 20, 90, 255]],
    [{ color: 'auto' }, [180, 20, 90, 255]],
    [{ color: '#0A141E' }, [10, 20, 30, 255]],
    [{ color: 'transparent' }, [0, 0, 0, 0]],
  ] as const)('%j in a png', async (background, colour) => {
    const image = await result({ width: 40, height: 31, ...(background && { background }) })
    expect(maxDifference(image, placed(40, 31, [...colour]))).toBe(0)
  })

  it('around a transparent image stays transparent', async () => {
    const disc = draw(20, 20, (x, y) => [255, 0, 0, Math.hypot(x - 10, y - 10) < 8 ? 255 : 0])
    const image = await result({ width: 30, height: 20 }, await png(disc))
    expect(pixel(image, 1, 10)).toEqual([0, 0, 0, 0])
    expect(pixel(image, 15, 10)).toEqual([255, 0, 0, 255])
  })

  it.each([
    [{ color: 'transparent' }, [255, 255, 255]],
    [{ color: '#0A141E' }, [10, 20, 30]],
  ] as const)('%j in a jpeg', async (background, colour) => {
    const { blob } = await run({
      url: picture,
      width: 40,
      height: 60,
      background,
      output_format: 'jpeg',
      quality: 100,
    })
    const [r = 0, g = 0, b = 0] = pixel(await decoded(blob), 20, 3)
    expect(
      Math.max(Math.abs(r - colour[0]), Math.abs(g - colour[1]), Math.abs(b - colour[2])),
    ).toBeLessThan(4)
  })

  it('a colour fills transparent pixels too', async () => {
    const half = draw(8, 8, (x) => [255, 255, 255, x * 36])
    const image = await result({ background: { color: '#000000' } }, await png(half))
    expect(
      maxDifference(
        image,
        draw(8, 8, (x) => [x * 36, x * 36, x * 36]),
      ),
    ).toBeLessThanOrEqual(1)
  })
})

describe('fit', () => {
  it.each([
    ['canvas', 20, 20],
    ['bounds', 20, 10],
    ['cover', 40, 20],
    ['crop', 20, 20],
    [{ crop: 'center' }, 20, 20],
    [{ crop: 'item' }, 20, 20],
  ] as const)('%j in 20 x 20 gives %i x %i', async (fit, width, height) => {
    const image = await result({ fit, width: 20, height: 20 })
    expect([image.width, image.height]).toEqual([width, height])
  })

  it('crop center keeps the middle, to the pixel', async () => {
    const image = await result({ fit: { crop: 'center' }, width: 20, height: 20 })
    expect(
      maxDifference(
        image,
        draw(20, 20, (x, y) => pixel(picture, x + 10, y) as [number, number, number]),
      ),
    ).toBe(0)
  })

  it('crop content of a picture on white shows the thing, wherever it is', async () => {
    const thing = draw(200, 60, (x, y) =>
      x >= 150 && x < 180 && y >= 15 && y < 45 ? [200, 30, 30] : [255, 255, 255],
    )
    const image = await result({ fit: { crop: 'content' }, width: 60, height: 60 }, thing)
    expect(pixel(image, 31, 30)).toEqual([200, 30, 30, 255])
    expect(image.data.filter((value, i) => i % 4 === 1 && value === 30).length).toBe(900)
  })

  it('crop content of a letterboxed picture never cuts it, and fills with the colour of its bars', async () => {
    const film = draw(160, 90, (x, y) => (y < 12 || y >= 78 ? [0, 0, 0] : [60 + x, 200 - x, 90]))
    const image = await result({ fit: { crop: 'content' }, width: 80, height: 80 }, film)
    expect(pixel(image, 40, 2)).toEqual([0, 0, 0, 255])
    expect(pixel(image, 1, 40)[0]).toBeLessThan(70)
    expect(pixel(image, 78, 40)[0]).toBeGreaterThan(205)
  })

  it.each([
    [24, 13],
    [13, 24],
    [37, 36],
  ])('crop content of a busy picture fills %i x %i to the last pixel', async (width, height) => {
    const busy = draw(401, 263, (x, y) => [(x * 37) & 127, (y * 91) & 127, (x * y) & 127])
    const { record } = await run({ url: busy, fit: 'crop', width, height })
    expect(record.details?.steps?.map(({ operation }) => operation)).not.toContain('canvas')
  })

  it('crop item fills the frame with the item', async () => {
    const thing = draw(200, 100, (x, y) =>
      x >= 20 && x < 60 && y >= 30 && y < 70 ? [10, 90, 200] : [245, 245, 245],
    )
    const image = await result({ fit: { crop: 'item' }, width: 40, height: 40 }, thing)
    expect(
      maxDifference(
        image,
        draw(40, 40, () => [10, 90, 200]),
      ),
    ).toBeLessThanOrEqual(2)
  })

  it('crop item of a cut-out, with padding', async () => {
    const cutOut = draw(120, 120, (x, y) => [
      9,
      99,
      199,
      x >= 70 && y >= 50 && x < 110 && y < 90 ? 255 : 0,
    ])
    const image = await result(
      { fit: { crop: 'item' }, width: 60, height: 60, padding: 10 },
      await png(cutOut),
    )
    expect([
      pixel(image, 9, 30)[3],
      pixel(image, 10, 30)[3],
      pixel(image, 49, 30)[3],
      pixel(image, 50, 30)[3],
    ]).toEqual([0, 255, 255, 0])
  })
})

describe('padding', () => {
  it.each([
    [{ padding: 7 }, 54, 34],
    [{ padding: '10%' }, 48, 24],
    [{ padding: 5, width: 50 }, 50, 30],
    [{ padding: 5, width: 50, height: 40 }, 50, 40],
  ] as const)('%j gives %i x %i with the picture in the middle', async (request, width, height) => {
    const image = await result(request)
    expect(maxDifference(image, placed(width, height, [180, 20, 90, 255]))).toBe(0)
  })
})

describe('what is found', () => {
  const request = { url: picture, fit: { crop: 'content' }, width: 20, height: 20 } as const

  it('is a step of the record, and so are the resulting steps', async () => {
    const { record } = await run(request)
    const names = record.details?.steps?.map(({ operation }) => operation)
    expect(names?.slice(0, 2)).toEqual(['decode', 'subject'])
    expect(names).toContain('crop')
    expect(names?.at(-1)).toBe('encode')
  })

  it('never sets progress back', async () => {
    const seen: JobProgress[] = []
    await darkroomWith().run(request, { onProgress: (progress) => seen.push(progress) })
    const done = seen.map(({ step, steps, ratio }) => (step - 1 + ratio) / steps)
    expect(done).toEqual([...done].sort((a, b) => a - b))
    expect(done.at(-1)).toBe(1)
  })
})
