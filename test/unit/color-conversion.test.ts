import { describe, expect, it } from 'vitest'
import { displayP3Profile, srgbProfile } from '../../workers/codecs/shared/rgb-profiles.ts'
import { colorFor, convertTo } from '../../workers/image/color-conversion.ts'
import { rgbProfile } from '../browser/profiles.ts'

const near = (actual: readonly number[], expected: number[]) => {
  for (const [c, value] of expected.entries()) {
    expect(Math.abs((actual[c] as number) - value), `${actual}`).toBeLessThanOrEqual(1)
  }
}

describe('a color of sRGB', () => {
  // Published conversions of the primaries, clipped where the other space has no negative light.
  it.each([
    ['adobeRgb', [255, 0, 0], [219, 0, 0]],
    ['adobeRgb', [0, 255, 0], [144, 255, 60]],
    ['adobeRgb', [0, 0, 255], [0, 0, 250]],
    ['displayP3', [255, 0, 0], [234, 51, 35]],
    ['displayP3', [0, 255, 0], [117, 251, 76]],
    ['displayP3', [0, 0, 255], [0, 0, 245]],
    ['displayP3', [128, 128, 128], [128, 128, 128]],
    ['adobeRgb', [255, 255, 255], [255, 255, 255]],
    ['adobeRgb', [0, 0, 0], [0, 0, 0]],
  ] as const)('in %s: %j', (space, color, expected) => {
    near(colorFor(color, { profile: rgbProfile(space) }), [...expected])
  })

  it('in the profile of Display P3 that code points get', () => {
    near(colorFor([255, 0, 0], { profile: displayP3Profile() }), [234, 51, 35])
    near(colorFor([0, 255, 0], { profile: displayP3Profile() }), [117, 251, 76])
  })

  it('stays the same under a profile of sRGB, without a profile, and under one that is not understood', () => {
    const color = [12, 130, 254] as const
    expect(colorFor(color, { profile: srgbProfile() })).toBe(color)
    expect(colorFor(color, {})).toBe(color)
    expect(colorFor(color, { profile: srgbProfile().slice(0, 300) })).toBe(color)
    expect(colorFor(color, { profile: new Uint8Array(8) })).toBe(color)
  })

  it('comes back', () => {
    const colors = Array.from({ length: 64 }, (_, i) => [
      60 + i * 3,
      255 - i * 3,
      60 + ((i * 37) % 190),
      255,
    ])
    const pixels = Uint8ClampedArray.from(colors.flat())
    const image = { width: 64, height: 1, pixels: pixels.slice(), alpha: false }
    const p3 = { profile: rgbProfile('displayP3') }
    convertTo(image, p3)
    expect(image.pixels).not.toEqual(pixels)
    convertTo({ ...image, ...p3 }, {})
    expect(
      Math.max(...pixels.map((v, i) => Math.abs(v - (image.pixels[i] as number)))),
    ).toBeLessThanOrEqual(3)
  })
})
