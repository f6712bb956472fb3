import { beforeEach, describe, expect, it } from 'vitest'
import { releaseMemory, unshared } from '../../workers/image/image.ts'
import { StepCache, type StepResult } from '../../workers/step-cache.ts'

/** A result of 40 kB. */
const result = (value: number): StepResult => ({
  image: {
    width: 100,
    height: 100,
    pixels: new Uint8ClampedArray(40_000).fill(value),
    alpha: false,
  },
  details: { provider: null, steps: [{ operation: 'decode', ms: 5 }] },
  observed: {},
})
const [first, second] = [Symbol('first'), Symbol('second')]
let cache: StepCache
beforeEach(() => {
  cache = new StepCache({ bytes: 130_000 }) // three results
})

const keep = (key: string, ms: number, run = first) => cache.keep(key, result(1), ms, run)
const kept = () => ['a', 'b', 'c', 'd'].filter((key) => cache.has(key)).join('')

describe('StepCache', () => {
  it('shares its pixels with runs, which copy them before they change them', () => {
    const given = result(7)
    cache.keep('a', given, 1, first)
    const own = unshared(given.image)
    own.pixels.fill(0)
    releaseMemory(given.image)
    expect(cache.result('a', first)?.image.pixels).toEqual(result(7).image.pixels)
    const taken = cache.result('a', second)?.image
    expect(taken && unshared(taken).pixels).not.toBe(taken?.pixels)
    expect(unshared(own)).toBe(own)
  })

  it('gives and takes copies of all else', () => {
    const given = result(7)
    cache.keep('a', given, 1, first)
    given.details.steps.push({ operation: 'light', ms: 1 })
    cache.result('a', first)?.details.steps.push({ operation: 'light', ms: 1 })
    expect(cache.result('a', first)).toEqual(result(7))
  })

  it('drops the least recently used of other runs first', () => {
    keep('a', 900)
    keep('b', 900)
    keep('c', 900)
    cache.result('a', first)
    expect(keep('d', 1, second)).toBe(true)
    expect(kept()).toBe('acd')
  })

  it("drops of a run's own what took the least, and only for what took longer", () => {
    keep('a', 900)
    keep('b', 100)
    keep('c', 500)
    expect(keep('d', 200)).toBe(true)
    expect(kept()).toBe('acd')
    expect(keep('b', 150)).toBe(false)
    expect(kept()).toBe('acd')
  })

  it('counts a result that a run has taken over as its own', () => {
    keep('a', 900)
    keep('b', 10)
    keep('c', 10)
    cache.result('a', second)
    keep('d', 1, second)
    expect(kept()).toBe('acd')
  })

  it('does not exceed its budget, and keeps nothing that is larger', () => {
    expect(new StepCache({ bytes: 40_000 }).keep('a', result(1), 1, first)).toBe(false)
    for (let i = 0; i < 20; i++) cache.keep(`${i}`, result(i), i, Symbol('run'))
    expect(Array.from({ length: 20 }, (_, i) => cache.has(`${i}`)).filter(Boolean)).toHaveLength(3)
  })

  it('counts a result that is kept again once', () => {
    for (let i = 0; i < 5; i++) keep('a', 1)
    keep('b', 1)
    keep('c', 1)
    expect(kept()).toBe('abc')
  })
})
