import { expect, it } from 'vitest'
import { flipPlanes } from '../../workers/image/flip.ts'

/** Two planes of 3 x 2. */
const planes = () => Float32Array.from([1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60])
const size = { width: 3, height: 2 }

it.each([
  [{ x: true, y: false }, [3, 2, 1, 6, 5, 4, 30, 20, 10, 60, 50, 40]],
  [{ x: false, y: true }, [4, 5, 6, 1, 2, 3, 40, 50, 60, 10, 20, 30]],
  [{ x: true, y: true }, [6, 5, 4, 3, 2, 1, 60, 50, 40, 30, 20, 10]],
  [{ x: false, y: false }, [1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60]],
])('%o reverses each plane by itself, and twice is nothing', (view, expected) => {
  const values = planes()
  flipPlanes(values, size, view)
  expect([...values]).toEqual(expected)
  flipPlanes(values, size, view)
  expect(values).toEqual(planes())
})
