import { expect, it } from 'vitest'
import { jobBytes } from '../../src/engine/device-memory.ts'

const GIB = 2 ** 30
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = `Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`
const IPHONE = `iPhone; CPU iPhone OS 18_7 like Mac OS X) ${WEBKIT}`

it.each([
  ['Safari on an iPhone', { userAgent: IPHONE, maxTouchPoints: 5 }, 1],
  ['Chrome on an iPhone', { userAgent: `${IPHONE} CriOS/140.0`, maxTouchPoints: 5 }, 1],
  ['an iPad as it says', { userAgent: `iPad; CPU OS 18_7 like Mac OS X) ${WEBKIT}` }, 1],
  ['an iPad as a Macintosh', { userAgent: MAC, maxTouchPoints: 5 }, 1],
  ['Safari on macOS', { userAgent: MAC, maxTouchPoints: 0 }, 3],
  ['a worker on macOS', { userAgent: MAC }, 3],
  ['Firefox on Android', { userAgent: 'Android 15; Mobile; rv:145.0) Gecko/145.0' }, 3],
  ['Firefox', { userAgent: 'X11; Linux x86_64; rv:145.0) Gecko/20100101', maxTouchPoints: 0 }, 3],
  ['Chrome of 8 GiB', { deviceMemory: 8, userAgent: 'Chrome/140.0.0.0' }, 6],
  ['Chrome that plays an iPhone', { deviceMemory: 8, userAgent: IPHONE }, 6],
  ['no browser', {}, 3],
])('a job may need a share of the memory: %s', (_, facts, gib) => {
  expect(jobBytes(undefined, facts)).toBe(gib * GIB)
  expect(jobBytes({ bytes: 5 }, facts)).toBe(5)
})
