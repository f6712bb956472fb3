import { expect, it } from 'vitest'
import { types } from '../../workers/operations/face-enhance/index.ts'
import { workingSize } from '../../workers/operations/face-enhance/restore.ts'

it.each([
  ['beautify-real', 2048],
  ['beautify', 512],
] as const)('a face is restored at a limited size: %s at %i pixels a side', (type, most) => {
  const { width, height } = workingSize({ width: 6000, height: 4000 }, 1, types[type].maxSide).size
  expect(width).toBe(most)
  expect(height).toBeLessThan(most)
  const small = { width: 300, height: 200 }
  expect(workingSize(small, 1, types[type].maxSide)).toEqual({ factor: 1, size: small })
})
