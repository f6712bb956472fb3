import { expect, it } from 'vitest'
import { type Found, refusalBy, validIn } from '../../workers/inference/verdicts.ts'

const DAY = 24 * 60 * 60 * 1000
const found = (days: number): Found => ({ verdict: 'wrong', weights: 'abc', at: days * DAY })
const stored = { of: 'intel, Chrome 140, 1.0', networks: { old: found(1), new: found(10) } }

it.each([
  ['in the same browser', stored.of, 11, ['old', 'new']],
  ['14 days later', stored.of, 15, ['new']],
  ['with another adapter, driver, browser or build', 'intel, Chrome 141, 1.0', 11, []],
  ['by a clock that was put back', stored.of, 5, ['old']],
])('which verdicts hold: %s', (_, of, day, names) => {
  const valid = validIn(stored, of, day * DAY)
  expect([valid.of, Object.keys(valid.networks)]).toEqual([of, names])
})

it('nothing is known at first', () => {
  expect(validIn(undefined, 'intel', 0)).toEqual({ of: 'intel', networks: {} })
})

const wrongly = 'networks computed wrongly on the GPU in the last 14 days'
const slowly = 'WebAssembly was faster than the GPU in the last 14 days'
it.each<[Found['verdict'][], string | undefined]>([
  [[], undefined],
  [['right'], undefined],
  [['wrong', 'right'], undefined],
  [['wrong', 'right', 'wrong'], wrongly],
  [['slow'], slowly],
  [['slow', 'right'], undefined],
  [['slow', 'wrong'], slowly],
])('what %j says of the whole GPU', (verdicts, why) => {
  expect(refusalBy(verdicts)).toBe(why)
})
