import { describe, expect, test } from 'vitest'
import {
  expectCutsToThrow,
  expectSample,
  read,
  samples,
} from '../../../../test/unit/formats/samples.ts'
import { decode, InterpreterRequired, info, postScriptProgram } from './decode.ts'

/** Valid files that only a PostScript interpreter can draw. */
const PROGRAMS = [
  'eps__eps__illu10_no_preview.eps',
  'eps__eps__zero_bb_emptyline.eps',
  'eps__eps__zero_bb_trailer.eps',
]

const all = samples('EPS')

describe.each(all.filter(({ file }) => !PROGRAMS.includes(file)))('$file', (sample) => {
  test('decodes like the reference', async () => {
    const bytes = read(sample)
    const { width, height } = sample
    expect(info(bytes)).toMatchObject({ width, height, alpha: false })
    expectSample(await decode(bytes), sample)
  })

  test('throws on a truncated file', async () => {
    const bytes = read(sample)
    const end = new TextDecoder('latin1')
      .decode(bytes)
      .search(/~>|\r?\n\r?\n?(%%%%EndBinary|grestore)/)
    await expectCutsToThrow(bytes, decode, end < 0 ? bytes.length : end)
  })
})

test.each(all.filter(({ file }) => PROGRAMS.includes(file)))('$file needs a program', (sample) => {
  expect(() => info(read(sample))).toThrow(InterpreterRequired)
})

const eps = (...lines: string[]) =>
  new TextEncoder().encode(['%!PS-Adobe-3.0 EPSF-3.0', ...lines, ''].join('\n'))

const operator = '{ currentfile buf readhexstring pop } image'

test.each([
  { name: 'an operator, rows from the top', lines: [`2 1 8 [2 0 0 -1 0 1] ${operator}`, '00ff'] },
  { name: 'bits', lines: [`2 1 1 [2 0 0 -1 0 1] ${operator}`, '40'] },
  { name: 'base 85', lines: ['%ImageData: 2 1 8 1 0 1 7 "image2"', 'image2', '!<3~>'] },
  {
    name: 'an EPSI preview, 0 white',
    lines: ['%%BeginPreview: 2 1 8 1', '% ff00', '%%EndPreview'],
  },
])('$name', async ({ lines }) => {
  const { data } = await decode(eps(...lines))
  expect([...data]).toEqual([0, 0, 0, 255, 255, 255, 255, 255])
})

test('rows from bottom to top', async () => {
  const { data } = await decode(eps(`1 2 8 [1 0 0 2 0 0] ${operator}`, '00ff'))
  expect([data[0], data[4]]).toEqual([255, 0])
})

test('CMYK whose rows hold one channel after the other', async () => {
  const { data } = await decode(eps('%ImageData: 2 1 8 4 0 2 2 "go"', 'go', 'ff00 0000 0000 0000'))
  expect([...data.subarray(0, 3)]).toEqual([0, 174, 239])
  expect([...data.subarray(4, 7)]).toEqual([255, 255, 255])
})

test('an image is brought to its bounding box', async () => {
  const lines = ['%%BoundingBox: 0 0 1 1', `2 1 8 [2 0 0 -1 0 1] ${operator}`, '00c8']
  expect(await decode(eps(...lines))).toMatchObject({ width: 1, height: 1, dpi: 72 })
  expect((await decode(eps(...lines))).data[0]).toBe(100)
})

test('a control character of printers in front of it is left out', async () => {
  const plain = eps(`2 1 8 [2 0 0 -1 0 1] ${operator}`, '00ff')
  const { data } = await decode(new Uint8Array([4, ...plain]))
  expect([data[0], data[4]]).toEqual([0, 255])
})

test('a file without an image is a program', () => {
  const drawing = eps('%%BoundingBox: 0 0 8 4', '0 0 4 4 rectfill showpage')
  expect(postScriptProgram(drawing)).toEqual(drawing)
  expect(postScriptProgram(eps(`2 1 8 [2 0 0 -1 0 1] ${operator}`, '00ff'))).toBeUndefined()
  expect(() => postScriptProgram(eps('%%BoundingBox: 0 0 90000 90000'))).toThrow('90000 x 90000')
})
