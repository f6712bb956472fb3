import { describe, expect, it } from 'vitest'
import { damageOf, estimateDamage } from '../../workers/evidence/damage.ts'
import layers from '../../workers/evidence/damage-weights.json'
import { BLOCK, blockDct, cosines } from '../../workers/evidence/dct.ts'
import { featuresOf } from '../../workers/evidence/features.ts'
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
      return sum + height * Math.tanh(2 * distance)
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

const noisy = (gray: Gray, sigma: number): Gray => {
  const next = normal(9)
  return (x, y) => gray(x, y) + sigma * next()
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

const drawn: Gray = (x, y) => (Math.hypot(x - 60, y - 70) < 40 || x > y + 40 ? 30 : 220)

const shown = async (raster: RasterImage) => {
  const pixels = await measurePixels(raster, pace)
  return damageOf(await estimateDamage(pixels))
}

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
    ['a drawing', drawn, undefined],
    ['nothing', () => 128, undefined],
  ]
  it.each(cases)('%s', async (_, gray, damage) => {
    expect(await shown(image(gray))).toBe(damage)
  })

  it('how strong noise is', async () => {
    for (const sigma of [4, 8, 16]) {
      const { noise } = await measurePixels(image(noisy(scene(), sigma)), pace)
      expect(noise.luma / sigma).toBeGreaterThan(0.85)
      expect(noise.luma / sigma).toBeLessThan(1.15)
    }
  })

  it.each([1, 7, 8, 20])('nothing, of %i px', async (side) => {
    expect(await shown(image(noisy(scene(), 9), side))).toBeUndefined()
  })

  it('not what is transparent', async () => {
    const hidden = image(noisy(scene(), 30))
    for (let i = 3; i < hidden.pixels.length; i += 4) hidden.pixels[i] = 0
    expect(await shown({ ...hidden, alpha: true })).toBeUndefined()
  })
})

describe('ringing', () => {
  const ringing = async (gray: Gray) => (await measurePixels(image(gray), pace)).ringing

  it('is what a JPEG leaves beside edges, not the edges of a drawing', async () => {
    expect(await ringing(drawn)).toBe(0)
    expect(await ringing(quantized(drawn, 6))).toBeGreaterThan(0.2)
  })

  it('is none without edges', async () => {
    expect(await ringing((x, y) => x + (y % 2))).toBe(0)
  })
})

describe('block edges', () => {
  const blockEdges = async (gray: Gray) => (await measurePixels(image(gray), pace)).blockEdges

  it('are where the ripples of a JPEG end', async () => {
    for (const share of await blockEdges(quantized(drawn, 6))) expect(share).toBeGreaterThan(0.4)
  })

  it('are none in a drawing, and little in faint lines at any place', async () => {
    expect(await blockEdges(drawn)).toEqual([1 / 8, 1 / 8])
    for (const share of await blockEdges((x, y) => 100 + 5 * ((x * y) % 11 === 0 ? 1 : 0)))
      expect(share).toBeLessThan(0.25)
  })
})

describe('what is told of an estimate', () => {
  const none = { restore: -3, noise: -5, blur: -5, compression: -5, enlargement: -5, screen: -5, drawing: -5 } // biome-ignore format: a line
  it.each([
    [undefined, {}],
    [undefined, { noise: 4 }],
    ['noisy', { restore: 3, noise: 2, compression: 1 }],
    ['compressed', { restore: 3, noise: 1, compression: 2, drawing: 5 }],
    ['enlarged', { restore: 3, enlargement: 2 }],
    ['enlarged', { restore: 3, blur: 2 }],
    ['screened', { restore: 3, screen: 3, noise: 2 }],
    ['drawing', { restore: 3, drawing: 2, compression: -1 }],
    ['compressed', { restore: 3, drawing: -2, compression: -1 }],
  ] as const)('%s of %o', (damage, found) => {
    expect(damageOf({ ...none, ...found })).toBe(damage)
    // The quality that a JPEG states counts, unless it is high.
    expect(damageOf({ ...none, ...found }, 60)).toBe('compressed')
    expect(damageOf({ ...none, ...found }, 90)).toBe(damage)
  })

  it('of nothing', () => {
    expect(damageOf(undefined)).toBeUndefined()
    expect(damageOf(undefined, 60)).toBe('compressed')
  })
})

describe('what the network sees', () => {
  it('is as many numbers as its first layer has weights', async () => {
    const features = featuresOf(await measurePixels(image(scene()), pace))
    for (const row of layers[0] ?? []) expect(row).toHaveLength((features ?? []).length + 1)
  })

  it('is finite, of any image that is large enough', async () => {
    const grays: Gray[] = [scene(), drawn, (x, y) => (x + y) % 2 * 255, (x) => (x >> 3) % 2 * 255] // biome-ignore format: a line
    for (const gray of grays) {
      const features = featuresOf(await measurePixels(image(gray), pace))
      expect(features?.every(Number.isFinite)).toBe(true)
    }
  })

  it('is steady: a part of noise shows what all of it does', async () => {
    const [all, part] = await Promise.all(
      [SIDE, 64].map(async (side) => featuresOf(await measurePixels(image(noisy(scene(), 9), side), pace))), // biome-ignore format: a line
    )
    const distances = (all ?? []).map((value, i) => Math.abs(value - (part?.[i] ?? 0)))
    expect(distances.reduce((a, b) => a + b) / distances.length).toBeLessThan(0.25)
  })
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
