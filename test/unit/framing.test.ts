import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxesInPercent, outsideBoxes } from '../../src/plan/boxes.ts'
import { boxesInPicture, framedSize, framingOf } from '../../src/plan/framing.ts'
import { defaultLimits } from '../../src/plan/limits.ts'
import { framingSteps } from '../../src/plan/local-steps.ts'
import { plan } from '../../src/plan/plan.ts'
import type { Box, Size } from '../../src/plan/size.ts'
import { normalize } from '../../src/request/normalize.ts'
import type { ProcessingRequest } from '../../src/request/schema.ts'
import { cropImage } from '../../workers/image/crop.ts'
import { orient } from '../../workers/image/orient.ts'
import { url } from './requests.ts'

const requestOf = (fields: ProcessingRequest) => normalize({ url, ...fields }).request

const size = fc.record({ width: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 1, max: 12 }) }) // biome-ignore format: a line
const box = fc.record({ x: fc.integer({ min: -9, max: 14 }), y: fc.integer({ min: -9, max: 14 }), width: fc.integer({ min: 1, max: 30 }), height: fc.integer({ min: 1, max: 30 }) }) // biome-ignore format: a line
const turns = fc.record({
  rotate: fc.constantFrom(0, 90, 180, 270),
  flip: fc.constantFrom('horizontal', 'vertical', 'both', null),
})

/** A picture whose pixels are all different, as rows. */
const rowsOf = ({ width, height }: Size) =>
  Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => y * 100 + x))

type Rows = number[][]
const turned = (rows: Rows): Rows =>
  (rows[0] ?? []).map((_, x) => rows.map((row) => row[x] as number).reverse())

/** `crop`, `rotate` and `flip` by their definition, each after the other. */
function expected(rows: Rows, { x, y, width, height }: Box, rotate: number, flip: string | null) {
  const from = (start: number) => Math.max(0, start)
  let seen = rows.slice(from(y), from(y + height)).map((row) => row.slice(from(x), from(x + width)))
  for (let degrees = 0; degrees < rotate; degrees += 90) seen = turned(seen)
  if (flip === 'vertical' || flip === 'both') seen = [...seen].reverse()
  if (flip === 'horizontal' || flip === 'both') seen = seen.map((row) => [...row].reverse())
  return seen
}

const isIn = (box: Box, x: number, y: number) =>
  x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height
const overlaps = (a: Box, b: Size) => a.x < b.width && a.y < b.height && a.x + a.width > 0 && a.y + a.height > 0 // biome-ignore format: a line

function imageOf(rows: Rows, { width, height }: Size) {
  const words = Uint32Array.from(rows.flat())
  return { width, height, pixels: new Uint8ClampedArray(words.buffer), alpha: true }
}

it('pixels are cropped, then turned clockwise, then mirrored', () => {
  fc.assert(
    fc.property(size, box, turns, (size, crop, { rotate, flip }) => {
      fc.pre(overlaps(crop, size))
      const framing = framingOf(requestOf({ crop, rotate, flip } as ProcessingRequest), size)
      const { width, height, pixels } = orient(
        cropImage(imageOf(rowsOf(size), size), framing.box),
        framing.orientation,
      )
      const rows = expected(rowsOf(size), crop, rotate, flip)
      expect({ width, height }).toEqual(framing.size)
      expect([...new Uint32Array(pixels.buffer)]).toEqual(rows.flat())
      expect(height).toBe(rows.length)
    }),
  )
})

it('boxes of the source hold the same pixels in the picture', () => {
  fc.assert(
    fc.property(size, box, turns, box, (size, crop, turn, kept) => {
      fc.pre(overlaps(crop, size))
      const framing = framingOf(requestOf({ crop, ...turn } as ProcessingRequest), size)
      const rows = expected(rowsOf(size), crop, turn.rotate, turn.flip)
      const boxes = boxesInPicture([kept], framing)
      for (const [v, row] of rows.entries())
        for (const [u, pixel] of row.entries())
          expect(boxes.some((box) => isIn(box, u, v))).toBe(
            isIn(kept, pixel % 100, Math.floor(pixel / 100)),
          )
    }),
  )
})

it('boxes in per cent are those in pixels, at the size that they were written for', () => {
  fc.assert(
    fc.property(size, box, (size, crop) => {
      fc.pre(overlaps(crop, size))
      const request = requestOf({ crop })
      expect(framingOf(boxesInPercent(request, size), size)).toEqual(framingOf(request, size))
    }),
  )
})

const source = { width: 400, height: 300, format: 'png' as const }

describe('a plan', () => {
  it.each([
    [{ crop: { x: 10, y: '10%', width: 200, height: '50.1%' } }, 200, 150],
    [{ crop: { x: 300, y: -10, width: 200, height: 1000 } }, 100, 300],
    [{ rotate: 90 }, 300, 400],
    [{ rotate: '180' }, 400, 300],
    [{ rotate: 270, crop: { x: 0, y: 0, width: 100, height: 20 } }, 20, 100],
    [{ flip: 'both' }, 400, 300],
    [{ rotate: 0, crop: { x: 0, y: 0, width: '100%', height: '100%' } }, 400, 300],
  ] as [ProcessingRequest, number, number][])(
    'of %o has a picture of %i x %i',
    (fields, width, height) => {
      // biome-ignore format: a line
      expect(framedSize(requestOf(fields), source)).toEqual({ width, height })
    },
  )

  it('has one step each, before all others, and none where nothing changes', () => {
    const ops = (fields: ProcessingRequest) =>
      plan(requestOf(fields), source, defaultLimits).steps.map(({ op }) => op)
    const crop = { x: 0, y: 0, width: 100, height: 100 }
    expect(ops({ crop, rotate: 90, flip: 'both', enhancements: ['light'], width: '50%' })).toEqual([
      ...['crop', 'orient', 'light', 'resize'],
    ])
    expect(ops({ rotate: 0, crop: { x: 0, y: 0, width: 400, height: 300 } })).toEqual([])
    expect(ops({ rotate: 180, flip: 'both' })).toEqual([])
  })

  it('takes per cent, padding and paper of the picture after them', () => {
    const last = (fields: ProcessingRequest) =>
      plan(requestOf(fields), source, defaultLimits).steps.at(-1)
    const crop = { x: 100, y: 100, width: 200, height: 100 }
    expect(last({ crop, rotate: 90, width: '50%' })).toMatchObject({ width: 50, height: 100 })
    expect(last({ crop, padding: '10%' })).toMatchObject({ op: 'canvas', width: 240, height: 120 })
    expect(last({ rotate: 90, print_size: 'A9', dpi: 100 })).toMatchObject({ width: 146, height: 205 }) // biome-ignore format: a line
  })

  it('keeps boxes of the source where they were', () => {
    const keep = [
      { x: 10, y: 20, width: 30, height: 40 },
      { x: 200, y: 0, width: 9, height: 9 },
    ]
    const crop = { x: 0, y: 0, width: 100, height: 300 }
    const request = requestOf({ crop, rotate: 90, background: { remove: 'auto', keep } })
    const { steps } = plan(request, source, defaultLimits)
    expect(steps.find(({ op }) => op === 'cut_out')).toEqual({
      op: 'cut_out',
      found: true,
      keep: [{ x: 240, y: 10, width: 40, height: 30 }],
    })
    expect(outsideBoxes(request, source)).toEqual([
      {
        code: 'IGNORED',
        path: 'background.keep.1',
        message: 'background.keep.1 lies outside of crop',
      },
    ])
  })

  it('tells a mask what of it is seen', () => {
    const { steps } = plan(
      requestOf({ rotate: 90, background: { mask: url } }),
      source,
      defaultLimits,
    )
    const framing = framingOf(requestOf({ rotate: 90 }), source)
    expect(steps).toContainEqual({ op: 'cut_out', mask: 'refined', framing })
    expect(framingSteps(framing)).toEqual([
      { op: 'orient', orientation: 6, width: 300, height: 400 },
    ])
  })
})

describe('a crop', () => {
  it.each([
    { x: 400, y: 0, width: 10, height: 10 },
    { x: -10, y: 0, width: 10, height: 10 },
    { x: 0, y: 0, width: '0.1%', height: 10 },
  ] as const)('of %o is empty, which is refused', (crop) => {
    expect(() => plan(requestOf({ crop }), source, defaultLimits)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', path: 'crop', status: 400 }),
    )
  })

  it('that exceeds the source is clipped, and says so', () => {
    expect(
      outsideBoxes(requestOf({ crop: { x: 1, y: 1, width: 400, height: 5 } }), source),
    ).toEqual([
      {
        code: 'LIMITED',
        path: 'crop',
        message: 'crop was clipped to the image of 400 x 300',
      },
    ])
  })

  it.each(['center', 'content', 16, []])('%o is refused with the advice to use fit', (crop) => {
    expect(() => normalize({ url, crop })).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST',
        path: 'crop',
        message: expect.stringContaining('fit: "crop"'),
      }),
    )
  })

  it('needs a source', () => {
    const { warnings } = normalize({
      background: { generate: { description: 'a sea' } },
      crop: { x: 0, y: 0, width: 1, height: 1 },
      rotate: 90,
      flip: 'both',
    })
    expect(warnings.map(({ code, path }) => `${code} ${path}`)).toEqual(
      ['crop', 'rotate', 'flip'].map((path) => `IGNORED ${path}`),
    )
  })
})

it.each([45, '91', -90, 360])('rotate: %o is refused', (rotate) => {
  expect(() => normalize({ url, rotate })).toThrow('Expected one of 0, 90, 180, 270 for rotate')
})
