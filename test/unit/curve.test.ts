import { expect, test } from 'vitest'
import { interpolate } from '../../workers/image/curve.ts'

test('a curve is linear between its points and constant beyond them', () => {
  const curve = [
    [1, 10],
    [3, 20],
    [4, 0],
  ] as const
  const values = [0, 1, 2, 3, 3.5, 4, 9].map((x) => interpolate(curve, x))
  expect(values).toEqual([10, 10, 15, 20, 10, 0, 0])
})
