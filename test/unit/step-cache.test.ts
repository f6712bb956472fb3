import { beforeEach, describe, expect, it } from 'vitest'
import { CachedResults, type StepResult } from '../../workers/cache/results.ts'
import { copyIfShared, releaseMemory } from '../../workers/image/image.ts'

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
let cache: CachedResults
beforeEach(() => {
  cache = new CachedResults({ bytes: 130_000 }) // three results
})

const add = (key: string, ms: number, run = first) => cache.add(key, result(1), ms, run)
const keys = () => ['a', 'b', 'c', 'd'].filter((key) => cache.has(key)).join('')

describe('CachedResults', () => {
  it('shares its pixels with runs, which copy them before they change them', () => {
    const given = result(7)
    cache.add('a', given, 1, first)
    const own = copyIfShared(given.image)
    own.pixels.fill(0)
    releaseMemory(given.image)
    expect(cache.result('a', first)?.image.pixels).toEqual(result(7).image.pixels)
    const taken = cache.result('a', second)?.image
    expect(taken && copyIfShared(taken).pixels).not.toBe(taken?.pixels)
    expect(copyIfShared(own)).toBe(own)
  })

  it('gives and takes copies of all else', () => {
    const given = result(7)
    cache.add('a', given, 1, first)
    given.details.steps.push({ operation: 'light', ms: 1 })
    cache.result('a', first)?.details.steps.push({ operation: 'light', ms: 1 })
    expect(cache.result('a', first)).toEqual(result(7))
  })

  it('drops the least recently used of other runs first', () => {
    add('a', 900)
    add('b', 900)
    add('c', 900)
    cache.result('a', first)
    expect(add('d', 1, second)).toBe(true)
    expect(keys()).toBe('acd')
  })

  it("drops of a run's own what took the least, and only for what took longer", () => {
    add('a', 900)
    add('b', 100)
    add('c', 500)
    expect(add('d', 200)).toBe(true)
    expect(keys()).toBe('acd')
    expect(add('b', 150)).toBe(false)
    expect(keys()).toBe('acd')
  })

  it('counts a result that a run has taken over as its own', () => {
    add('a', 900)
    add('b', 10)
    add('c', 10)
    cache.result('a', second)
    add('d', 1, second)
    expect(keys()).toBe('acd')
  })

  it('does not exceed its budget, and takes nothing that is larger', () => {
    expect(new CachedResults({ bytes: 40_000 }).add('a', result(1), 1, first)).toBe(false)
    for (let i = 0; i < 20; i++) cache.add(`${i}`, result(i), i, Symbol('run'))
    expect(Array.from({ length: 20 }, (_, i) => cache.has(`${i}`)).filter(Boolean)).toHaveLength(3)
  })

  it('counts a result that is added again once', () => {
    for (let i = 0; i < 5; i++) add('a', 1)
    add('b', 1)
    add('c', 1)
    expect(keys()).toBe('abc')
  })
})
