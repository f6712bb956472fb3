import { describe, expect, it } from 'vitest'
import { DarkroomError } from '../../src/shared/errors.ts'
import { cellMeans } from '../../workers/image/cell-means.ts'
import { quantile } from '../../workers/image/quantile.ts'
import { linear, luminance } from '../../workers/image/srgb.ts'
import { estimateGamma } from '../../workers/operations/exposure-correction/exposure.ts'
import type { OperationContext } from '../../workers/operations/operation.ts'
import { cells } from '../../workers/operations/white-balance/cells.ts'
import { estimateIlluminant } from '../../workers/operations/white-balance/estimate.ts'
import { channelGains, gainCurve } from '../../workers/operations/white-balance/gains.ts'
import { isGray, voteForIlluminant } from '../../workers/operations/white-balance/illuminant.ts'

type Pixel = [number, number, number, number?]

function picture(width: number, height: number, pixel: (x: number, y: number) => Pixel) {
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const [r, g, b, a = 255] = pixel(i % width, Math.floor(i / width))
    pixels.set([r, g, b, a], i * 4)
  }
  return { width, height, pixels, alpha: true }
}

const asStored = Float64Array.from({ length: 256 }, (_, i) => i / 255)

describe('cell means', () => {
  it('is the mean of cells, at most 128 a side', () => {
    const { width, height, rgb } = cellMeans(
      picture(256, 100, (x) => (x % 2 ? [255, 0, 100] : [0, 0, 100])),
      asStored,
    )
    expect([width, height]).toEqual([128, 50])
    expect([...rgb.slice(0, 3)].map((value) => Math.round(value * 1000))).toEqual([500, 0, 392])
  })

  it('does not see what is transparent', () => {
    const { rgb, visible } = cellMeans(
      picture(256, 128, (x, y) => (y < 64 ? [9, 9, 9, 0] : x % 2 ? [255, 0, 0, 0] : [51, 51, 51])),
      asStored,
    )
    expect(visible.slice(0, 128 * 32).every((one) => one === 0)).toBe(true)
    expect(visible.slice(128 * 32).every((one) => one === 1)).toBe(true)
    expect(rgb.slice(128 * 32 * 3).every((value) => Math.abs(value - 0.2) < 1e-9)).toBe(true)
  })

  it.each([
    [1, 1],
    [4000, 3],
    [2, 900],
  ])('of %i x %i pixels has some', (width, height) => {
    const small = cellMeans(
      picture(width, height, () => [80, 90, 100]),
      linear,
    )
    expect(small.width * small.height).toBeGreaterThan(0)
    expect(small.visible.every((one) => one === 1)).toBe(true)
    expect(Number.isFinite(voteForIlluminant(small).light.u)).toBe(true)
    expect(Number.isFinite(voteForIlluminant(small).spread)).toBe(true)
    expect(Number.isFinite(estimateGamma(small))).toBe(true)
  })

  it('with nothing to see has no cast and needs no gamma', () => {
    const nothing = picture(40, 30, () => [200, 10, 30, 0])
    expect(isGray(cellMeans(nothing, linear))).toBe(true)
    expect(estimateGamma(cellMeans(nothing, asStored))).toBe(1)
  })
})

describe('the light', () => {
  // A grey ramp of 16 steps under each illuminant, with nothing else in the image.
  const stair = (gains: [number, number, number]) =>
    picture(
      128,
      96,
      (x) =>
        gains.map((gain) => {
          const light = (linear[40 + 10 * Math.floor(x / 8)] as number) * gain
          return Math.round(255 * (1.055 * light ** (1 / 2.4) - 0.055))
        }) as Pixel,
    )

  it.each([
    [1.2, 1, 0.8],
    [0.8, 1, 1.2],
    [0.9, 1.1, 0.9],
    [1.1, 0.9, 1.1],
  ])('of %f, %f, %f on grey is found', (red, green, blue) => {
    const { light, spread } = voteForIlluminant(cellMeans(stair([red, green, blue]), linear))
    expect(Math.abs(light.u - Math.log(red / green))).toBeLessThan(0.06)
    expect(Math.abs(light.v - Math.log(blue / green))).toBeLessThan(0.06)
    expect(spread).toBeLessThan(0.04)
  })

  it('on plain grey is none', () => {
    const { light, spread } = voteForIlluminant(cellMeans(stair([1, 1, 1]), linear))
    expect(Math.hypot(light.u, light.v)).toBeLessThan(0.01)
    expect(spread).toBeLessThan(0.04)
  })

  it('is uncertain where every color occurs', () => {
    const colors = picture(128, 96, (x, y) => [60 + x, 60 + y, 250 - x - ((y * 7) % 90)])
    expect(voteForIlluminant(cellMeans(colors, linear)).spread).toBeGreaterThan(0.05)
  })
})

describe('the network', () => {
  /** Pale and warm colors of many tones. */
  const warm = picture(64, 48, (x, y) => {
    const tone = 60 + ((x * 5 + y * 3) % 120)
    const color = (((x >> 3) * 7 + (y >> 3) * 13) % 11) / 40
    return [tone * (1.2 + color), tone * (1 + color / 2), tone * (0.9 - color)]
  })
  const cast = (name: string) => {
    const observed = {}
    const loadFixedInput = async () => {
      throw new DarkroomError(name as 'NETWORK', 'no weights')
    }
    const observe = (seen: object) => Object.assign(observed, seen)
    const context = { loadFixedInput, observe } as unknown as OperationContext
    return { observed, estimate: (image: typeof warm) => estimateIlluminant(image, context) }
  }

  it('is replaced by the votes, with a warning, where its weights cannot be fetched', async () => {
    const { observed, estimate } = cast('NETWORK')
    const { light } = voteForIlluminant(cellMeans(warm, linear))
    expect(await estimate(warm)).toEqual(light)
    expect(observed).toEqual({ castGuessed: true })
  })

  it('is missed where it fails otherwise', async () => {
    await expect(cast('DEVICE_LOST').estimate(warm)).rejects.toMatchObject({ code: 'DEVICE_LOST' })
  })

  it('is not asked about images of one strong color', async () => {
    const { observed, estimate } = cast('NETWORK')
    const wall = picture(64, 48, (x, y) => [170 + ((x * y) % 20), 40 + (x % 9), 40 + (y % 7)])
    expect(await estimate(wall)).toBeUndefined()
    expect(observed).toEqual({})
  })

  it('is not asked about neutral surfaces and gray images', async () => {
    const page = picture(64, 48, (x, y) => (x > 50 && y > 40 ? [90, 40, 30] : [210, 200, 170]))
    const gray = picture(64, 48, (x, y) => [x + y, x + y, x + y])
    const { observed, estimate } = cast('NETWORK')
    expect((await estimate(page))?.v).toBeLessThan(-0.2)
    expect(await estimate(gray)).toBeUndefined()
    expect(observed).toEqual({})
  })
})

describe('cells', () => {
  const side = 4
  const planes = (values: Float32Array) =>
    [0, 1, 2, 3, 4, 5].map((i) => [...values.subarray(i * side * side, (i + 1) * side * side)])

  it('are means and highest values of the image, stretched', () => {
    const stripes = picture(80, 40, (x) => (x % 2 ? [255, 0, 0] : [0, 0, x < 40 ? 255 : 0]))
    const [red, redMost, green, greenMost, blue, blueMost] = planes(cells(stripes, side))
    expect(red?.every((value) => Math.abs(value - 0.5) < 0.01)).toBe(true)
    expect(redMost).toEqual(Array(16).fill(1))
    expect([...(green ?? []), ...(greenMost ?? [])]).toEqual(Array(32).fill(0))
    expect(blue?.slice(0, 4)).toEqual([0.5, 0.5, 0, 0])
    expect(blueMost?.slice(0, 4)).toEqual([1, 1, 0, 0])
  })

  it('do not see what is transparent', () => {
    const hidden = picture(8, 8, (x) => [200, 100, 50, x < 4 ? 0 : 255])
    const [red] = planes(cells(hidden, side))
    expect(red?.slice(0, 4).map((value) => value > 0)).toEqual([false, false, true, true])
  })

  it.each([
    [1, 1],
    [3000, 2],
    [5, 700],
  ])('of %i x %i pixels are all filled', (width, height) => {
    const values = cells(
      picture(width, height, () => [80, 90, 100]),
      32,
    )
    expect(values).toHaveLength(3 * 2 * 32 * 32)
    expect(values.every((value) => value > 0.05 && value < 0.2)).toBe(true)
  })
})

describe('gains', () => {
  const light = { u: 0.25, v: -0.3 }

  it('make a neutral surface grey and keep its luminance', () => {
    const seen = [Math.exp(light.u), 1, Math.exp(light.v)].map((value) => value * 0.4)
    const [r, g, b] = channelGains(light, 1).map((gain, c) => gain * (seen[c] as number)) as [
      number,
      number,
      number,
    ]
    expect(r).toBeCloseTo(g, 9)
    expect(b).toBeCloseTo(g, 9)
    expect(luminance(r, g, b)).toBeCloseTo(luminance(...(seen as [number, number, number])), 9)
  })

  it('of level 0 are 1', () => {
    for (const gain of channelGains(light, 0)) expect(gain).toBeCloseTo(1, 9)
  })

  it.each([0.6, 1, 1.01, 1.3, 2.5])('of %f make a curve that rises and clips nothing', (gain) => {
    const curve = gainCurve(gain)
    for (let i = 1; i < 256; i++) {
      expect(curve[i]).toBeGreaterThanOrEqual(curve[i - 1] as number)
      if (i < 255) expect(curve[i]).toBeLessThan(255)
    }
    if (gain === 1) expect([...curve]).toEqual([...Array(256).keys()])
  })
})

it('quantiles are interpolated', () => {
  const sorted = Float64Array.from([1, 2, 4, 8])
  expect([0, 0.5, 1].map((share) => quantile(sorted, share))).toEqual([1, 3, 8])
})

describe('gamma', () => {
  /** Draws a sky above a meadow. */
  const scene = (gamma: number) =>
    picture(128, 96, (x, y) => {
      const value = y < 32 ? 190 + x / 4 : 60 + ((x * 7 + y * 13) % 90)
      return [value, value, value].map((v) => Math.round(255 * (v / 255) ** gamma)) as Pixel
    })
  const found = (gamma: number) => estimateGamma(cellMeans(scene(gamma), asStored))

  it('moves by what a picture is given, as far as it reaches', () => {
    expect(found(2) / found(0.5)).toBeGreaterThan(2.5)
    expect(found(2) / found(0.5)).toBeLessThan(6)
  })
})
