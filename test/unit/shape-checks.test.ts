import { expect, it, vi } from 'vitest'
import { Pace } from '../../workers/inference/gpu/pace.ts'
import { ShapeChecks, shapeToCheck } from '../../workers/inference/gpu/shape-checks.ts'
import { placesIn } from '../../workers/inference/gpu/tile-check.ts'
import { leastSide } from '../../workers/inference/known-answers.ts'

const tile = { width: 208, height: 160 }
const least = { width: 80, height: 80 }

it.each([
  ['a fast GPU', tile, 0.001, tile],
  ['one that takes more than 5 s', tile, 1, least],
  ['a tile that has no inside', { width: 208, height: 64 }, 0.001, undefined],
])('which shape is checked: %s', (_, shape, msPerPixel, checked) => {
  expect(shapeToCheck(shape, 16, msPerPixel)).toEqual(checked)
})

it.each([
  [16, 80],
  [20, 112],
  [48, 208],
  [88, 208],
])('a tile with a halo of %i has an inside from %i pixels on', (halo, side) => {
  expect(leastSide(halo)).toBe(side)
})

it('the places of a check are in all parts of the inside, each at its own value of a period', () => {
  const [scale, halo, count] = [2, 16, 64] as const
  const [columns, margin, side] = [tile.width * scale, 32 * scale, 16 * scale]
  const places = placesIn(tile, { scale, halo }, count)
  const plane = columns * tile.height * scale
  const spots = places.map((at) => [at % columns, Math.floor((at % plane) / columns)] as const)
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)]
  expect(Math.min(...xs, ...ys)).toBeGreaterThanOrEqual(margin)
  expect(Math.max(...xs)).toBeGreaterThan(columns - margin - 2 * side)
  expect(Math.max(...xs)).toBeLessThan(columns - margin)
  expect(Math.max(...ys)).toBeGreaterThan(tile.height * scale - margin - side)
  expect(Math.max(...ys)).toBeLessThan(tile.height * scale - margin)
  places.forEach((at, i) => {
    const [x, y] = spots[i] as readonly [number, number]
    const inPeriod = Math.floor(at / plane) * side ** 2 + (y % side) * side + (x % side)
    expect(inPeriod).toBe((i * 997) % (3 * side ** 2))
  })
})

/** Checks on a GPU that compiles in the first of some runs, and needs so many milliseconds for a pixel. */
function checksOn(msPerPixel: number, compiling: number) {
  const pace = new Pace()
  const times = [compiling]
  vi.spyOn(pace, 'wait').mockImplementation(async (answer, pixels) => {
    const ms = msPerPixel + (times.shift() ?? 0) / pixels
    fastest = Math.min(fastest, ms)
    vi.spyOn(pace, 'msPerPixel', 'get').mockReturnValue(fastest)
    return answer
  })
  let fastest = Number.POSITIVE_INFINITY
  const check = vi.fn(async () => {})
  return { checks: new ShapeChecks(16, pace, check), check }
}

it.each([
  ['a fast GPU, once it is known to be fast', 0.001, 2_000, [least, least, tile]],
  ['one that compiles fast, too', 0.001, 10, [least, tile]],
  ['a slow one, at the smallest tile only', 1, 2_000, [least, least]],
])('what is checked on %s', async (_, msPerPixel, compiling, shapes) => {
  const { checks, check } = checksOn(msPerPixel, compiling)
  for (let i = 0; i < 3; i++) await checks.before(tile)
  const expected = shapes.map((shape) => [shape])
  expect(check.mock.calls).toEqual(expected)
})

it('a wrong answer is found again, and other shapes are checked on their own', async () => {
  const { checks, check } = checksOn(0.001, 10)
  await checks.before(tile)
  const wide = { width: 160, height: 208 }
  check.mockRejectedValueOnce(new Error('wrong'))
  await expect(checks.before(wide)).rejects.toThrow('wrong')
  await checks.before(wide)
  expect(check.mock.calls).toEqual([[least], [tile], [wide], [wide]])
})
