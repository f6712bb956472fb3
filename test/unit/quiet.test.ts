import { expect, it } from 'vitest'
import { busyCores } from '../../bench/lib/quiet.mjs'

const core = (user: number, sys: number, idle: number) => ({
  times: { user, nice: 0, sys, idle, irq: 0 },
})

it('busy cores are counted in shares, each by its own time', () => {
  const before = [core(100, 0, 900), core(50, 50, 0)]
  const after = [core(150, 50, 1200), core(50, 50, 200)]
  expect(busyCores(before, after)).toBeCloseTo(0.25)
  expect(busyCores(before, before)).toBe(0)
  expect(busyCores(before, [core(200, 0, 900), core(50, 150, 0)])).toBe(2)
})
