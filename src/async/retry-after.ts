/** The longest delay that is respected. */
const LONGEST_MS = 900_000

/** The delay of `Retry-After` (seconds or a date, RFC 9110) in milliseconds from `now`, at most 15 minutes; 0 without it. */
export function retryAfter(headers: Headers, now: number): number {
  const header = headers.get('Retry-After')
  if (!header) return 0
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_MS)
}
