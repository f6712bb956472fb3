import { expect, test } from 'vitest'
import { printedCmykToRgb } from '../../../workers/codecs/shared/cmyk.ts'
import { luminance } from '../../../workers/image/srgb.ts'

const rgb = (...inks: number[]) => {
  const out = new Uint8ClampedArray(4)
  printedCmykToRgb(inks, out, 0)
  return [...out.subarray(0, 3)]
}

test.each([
  { name: 'paper', inks: [0, 0, 0, 0], colour: [255, 255, 255] },
  { name: 'cyan', inks: [255, 0, 0, 0], colour: [0, 174, 239] },
  { name: 'magenta', inks: [0, 255, 0, 0], colour: [236, 0, 140] },
  { name: 'yellow', inks: [0, 0, 255, 0], colour: [255, 242, 0] },
  { name: 'black', inks: [0, 0, 0, 255], colour: [35, 31, 32] },
  { name: 'blue', inks: [255, 255, 0, 0], colour: [46, 49, 146] },
  { name: 'green', inks: [255, 0, 255, 0], colour: [0, 166, 81] },
  { name: 'red', inks: [0, 255, 255, 0], colour: [237, 28, 36] },
  { name: 'all inks', inks: [255, 255, 255, 255], colour: [0, 0, 0] },
])('$name looks as in print', ({ inks, colour }) => {
  expect(rgb(...inks)).toEqual(colour)
})

test('the more of an ink, the darker', () => {
  for (let ink = 0; ink < 4; ink++) {
    const lights = Array.from({ length: 16 }, (_, step) => {
      const [red = 0, green = 0, blue = 0] = rgb(...[64, 64, 64, 64].with(ink, step * 17))
      return luminance(red, green, blue)
    })
    expect(lights).toEqual(lights.toSorted((a, b) => b - a))
  }
})
