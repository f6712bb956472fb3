import { describe, expect, it } from 'vitest'
import { damageOf } from '../../workers/evidence/damage.ts'
import { BLOCK, blockDct, cosines } from '../../workers/evidence/dct.ts'
import { measurePixels } from '../../workers/evidence/measure.ts'
import { windowsOf } from '../../workers/evidence/windows.ts'
import type { RasterImage } from '../../workers/image/image.ts'

const SIDE = 128
const pace = { checkpoint: async () => {} }

/** A seeded generator of standard normal numbers. */
function normal(seed: number): () => number {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

type Gray = (x: number, y: number) => number

const image = (gray: Gray, side = SIDE): RasterImage => {
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let i = 0; i < side * side; i++)
    pixels.fill(Math.round(gray(i % side, Math.floor(i / side))), i * 4, i * 4 + 3)
  return { width: side, height: side, pixels, alpha: false }
}

/** Hard edges of many directions and contrasts with a fine grain, as a photograph has them. */
function scene(): Gray {
  const next = normal(5)
  const edges = Array.from(
    { length: 40 },
    () => [next(), next(), 70 * next(), 25 * next()] as const,
  )
  const grain = Float64Array.from({ length: SIDE * SIDE }, () => 1.5 * next())
  return (x, y) => {
    const inside = edges.reduce((sum, [a, b, offset, height]) => {
      const distance = a * (x - SIDE / 2) + b * (y - SIDE / 2) - offset
      return sum + height * Math.tanh(distance)
    }, 0)
    return 128 + inside / 2 + 8 * Math.sin(x / 9) + (grain[y * SIDE + x] ?? 0)
  }
}

/** Quantizes the coefficients of each block, as JPEG does, on a grid that begins at (3, 5). */
function quantized(gray: Gray, step: number): Gray {
  const plane = { width: SIDE, height: SIDE, values: new Float32Array(SIDE * SIDE) }
  for (let i = 0; i < SIDE * SIDE; i++) plane.values[i] = gray(i % SIDE, Math.floor(i / SIDE))
  const out = Float32Array.from(plane.values)
  const [scratch, dct] = [new Float32Array(64), new Float32Array(64)]
  for (let top = 5; top + BLOCK <= SIDE; top += BLOCK) {
    for (let left = 3; left + BLOCK <= SIDE; left += BLOCK) {
      blockDct(plane, left, top, scratch, dct)
      const levels = dct.map((value, i) => (i === 0 ? value : step * Math.round(value / step)))
      for (let y = 0; y < BLOCK; y++)
        for (let x = 0; x < BLOCK; x++) out[(top + y) * SIDE + left + x] = inverse(levels, x, y)
    }
  }
  return (x, y) => out[y * SIDE + x] as number
}

function inverse(dct: Float32Array, x: number, y: number): number {
  return dct.reduce((sum, value, i) => {
    const [v, u] = [Math.floor(i / BLOCK), i % BLOCK]
    return sum + value * (cosines[v]?.[y] as number) * (cosines[u]?.[x] as number)
  }, 0)
}

/** Twice as large, by linear interpolation. */
const enlarged =
  (gray: Gray): Gray =>
  (x, y) => {
    const [u, v] = [Math.max(0, x / 2 - 0.25), Math.max(0, y / 2 - 0.25)]
    const [i, j] = [Math.floor(u), Math.floor(v)]
    const across = (row: number) => gray(i, row) * (1 - u + i) + gray(i + 1, row) * (u - i)
    return across(j) * (1 - v + j) + across(j + 1) * (v - j)
  }

const twice =
  (gray: Gray): Gray =>
  (x, y) =>
    gray(x >> 1, y >> 1)

const noisy = (gray: Gray, sigma: number): Gray => {
  const next = normal(9)
  return (x, y) => gray(x, y) + sigma * next()
}

const drawn: Gray = (x, y) => (Math.hypot(x - 60, y - 70) < 40 || x > y + 40 ? 30 : 220)

describe('what the pixels of an image show', () => {
  const cases: [string, Gray, string | undefined][] = [
    ['a clean scene', scene(), undefined],
    ['its blocks, quantized finely', quantized(scene(), 2.5), undefined],
    ['its blocks, quantized coarsely', quantized(scene(), 10), 'compressed'],
    ['noise', noisy(scene(), 9), 'noisy'],
    ['an enlargement', enlarged(scene()), 'enlarged'],
    ['each pixel twice', twice(scene()), 'enlarged'],
    [
      'an edge at even places',
      (x, y) => (x > 59 && x < 80 && y > 39 && y < 60 ? 255 : x + y / 2),
      undefined,
    ],
    ['a drawing', drawn, 'drawing'],
    ['nothing', () => 128, undefined],
  ]
  it.each(cases)('%s', async (_, gray, damage) => {
    expect(damageOf(await measurePixels(image(gray), pace))).toBe(damage)
  })

  it('how strong noise is', async () => {
    for (const sigma of [4, 8, 16]) {
      const { noise } = await measurePixels(image(noisy(scene(), sigma)), pace)
      expect(noise.luma / sigma).toBeGreaterThan(0.85)
      expect(noise.luma / sigma).toBeLessThan(1.15)
    }
  })

  it.each([1, 7, 8, 20])('nothing, of %i px', async (side) => {
    expect(damageOf(await measurePixels(image(noisy(scene(), 9), side), pace))).toBeUndefined()
  })

  it('not what is transparent', async () => {
    const hidden = image(noisy(scene(), 30))
    for (let i = 3; i < hidden.pixels.length; i += 4) hidden.pixels[i] = 0
    expect(damageOf(await measurePixels({ ...hidden, alpha: true }, pace))).toBeUndefined()
  })
})

it('the quality that a JPEG states counts, unless it is high', async () => {
  const pixels = await measurePixels(image(scene()), pace)
  expect(damageOf(pixels, 60)).toBe('compressed')
  expect(damageOf(pixels, 90)).toBeUndefined()
})

describe('windows', () => {
  it('cover a small image, with blocks between them', () => {
    const windows = windowsOf({ width: 300, height: 130 })
    expect(windows[0]).toEqual({ x: 0, y: 0, width: 128, height: 128 })
    expect(Math.max(...windows.map(({ x, width }) => x + width))).toBe(300)
    expect(Math.max(...windows.map(({ y, height }) => y + height))).toBe(130)
  })

  it('are a sample of a large one, all over it', () => {
    const windows = windowsOf({ width: 6000, height: 4000 })
    expect(windows.length).toBeLessThanOrEqual(72)
    expect(windows.length).toBeGreaterThan(40)
    expect(Math.max(...windows.map(({ x }) => x))).toBeGreaterThan(5000)
    expect(Math.max(...windows.map(({ y }) => y))).toBeGreaterThan(3000)
  })
})
