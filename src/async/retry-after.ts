/** The longest that a server may ask to be left alone for. */
const LONGEST_MS = 900_000

/** What `Retry-After` says, seconds or a date as RFC 9110 has it: milliseconds from `now`, within bounds; 0 without it. */
export function retryAfter(headers: Headers, now: number): number {
  const header = headers.get('Retry-After')
  if (!header) return 0
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_MS)
}
