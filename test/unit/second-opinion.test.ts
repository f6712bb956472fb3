import { expect, it } from 'vitest'
import { differ, isDoubted, isDue } from '../../workers/inference/gpu/compare-tiles.ts'

it.each([
  ['a GPU that has worked for a minute', { gpu: 60_000, spent: 0, expected: 5_000 }, false],
  ['one that has worked for long', { gpu: 500_000, spent: 0, expected: 5_000 }, true],
  ['one of which it was done', { gpu: 500_000, spent: 900, expected: 4_500 }, false],
  ['a page on which tiles take little', { gpu: 60_000, spent: 300, expected: 300 }, true],
])('whether a tile is compared without a reason: %s', (_, ms, due) => {
  expect(isDue(ms)).toBe(due)
})

it.each([
  [0, false],
  [500, false],
  [501, true],
])('a tile of 100 x 100 with %i implausible pixels is doubted: %s', (suspects, doubted) => {
  expect(isDoubted(suspects, { width: 100, height: 100 })).toBe(doubted)
})

const tile = (values: number[]) =>
  Uint8ClampedArray.from({ length: 4000 }, (_, i) => values[i] ?? 99)
it.each([
  ['equal', [], false],
  ['rounded differently', Array(4000).fill(103), false],
  ['that differ in a few values', [0, 0, 0, 0], false],
  ['that differ in a row', Array(40).fill(0), true],
])('whether devices differ: tiles %s', (_, values, wrong) => {
  expect(differ(tile([]), tile(values))).toBe(wrong)
})
