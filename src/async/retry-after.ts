/** A server cannot ask for a longer pause than this. */
const LONGEST_MS = 900_000

/**
 * How long the `Retry-After` header asks to wait, as seconds or as a date (RFC 9110).
 * @returns milliseconds from `now`, 0 to 900,000; undefined without a valid header.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const header = headers.get('Retry-After')
  if (!header) return undefined
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_MS)
}
