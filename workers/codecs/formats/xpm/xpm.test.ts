import { expect, it } from 'vitest'
import { decodesGoodFiles, file, greys, pixels } from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import * as xpm from './decode.ts'

decodesGoodFiles('XPM', xpm)

const of = (...strings: string[]) =>
  file(
    `/* XPM */\nstatic char *a[] = {\n/* "none" */\n${strings.map((one) => `"${one}"`).join(',\n')}};`,
  )

it.each([
  ['#123', [17, 34, 51, 255]],
  ['#010203', [1, 2, 3, 255]],
  ['#01ff02ff03ff', [1, 2, 3, 255]],
  ['navy', [0, 0, 128, 255]],
  ['Light Sea Green', [32, 178, 170, 255]],
  ['gray50', [128, 128, 128, 255]],
  ['None', [0, 0, 0, 0]],
])('reads the colour %s', (name, expected) => {
  expect(pixels(xpm.decode(of('1 1 1 1', `. c ${name}`, '.')))).toEqual([expected])
})

it('reads several characters a pixel, keys that are not of colours, and spaces as characters', () => {
  const bytes = of('2 2 2 2', '   s back c #070707', 'c  m white c #090909', '  c ', 'c   ')
  expect(pixels(xpm.decode(bytes))).toEqual(greys(7, 9, 9, 7))
  expect(xpm.info(bytes)).toEqual({ width: 2, height: 2, alpha: false })
})

it('takes grey or black and white where there is no colour', () => {
  const bytes = of('2 1 2 1', '. g #333', 'x m white', '.x')
  expect(pixels(xpm.decode(bytes))).toEqual(greys(51, 255))
})

it('refuses colours and characters that are not known, and what is cut off', async () => {
  expect(() => xpm.decode(of('1 1 1 1', '. c nosuch', '.'))).toThrow('nosuch')
  expect(() => xpm.decode(of('1 1 1 1', '. c red', 'x'))).toThrow('"x"')
  expect(() => xpm.decode(of('9999999 9999999 1 1', '. c red', '.'))).toThrow(RangeError)
  const bytes = of('2 1 1 1', '. c red', '..')
  await expectCutsToThrow(bytes, xpm.decode, bytes.length - 3)
})
