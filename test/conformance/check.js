/** Assertions that run in Node and in a page. Each throws an Error with the actual value. */
export function ok(condition, message) {
  if (!condition) throw new Error(message)
}

export function equal(actual, expected, what = 'value') {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)]
  ok(a === e, `Expected ${what} to be ${e} but received ${a}`)
}

export function matches(text, pattern, what = 'text') {
  ok(pattern.test(String(text)), `Expected ${what} to match ${pattern} but received ${text}`)
}

/** Expects each channel within `tolerance` of the expected one. */
export function near(actual, expected, tolerance, what = 'pixel') {
  const far = expected.some((value, i) => Math.abs(value - actual[i]) > tolerance)
  ok(!far, `Expected ${what} to be about ${expected} but received ${actual}`)
}

/** Thrown by a test that cannot run. The message is the reason. */
export class Skipped extends Error {
  name = 'Skipped'
}
