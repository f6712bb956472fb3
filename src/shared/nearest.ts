/** The name with the smallest Levenshtein distance to `word`, ignoring case; undefined if all are further than `limit`. */
export function nearest(
  word: string,
  names: Iterable<string>,
  limit = Number.POSITIVE_INFINITY,
): string | undefined {
  let best: string | undefined
  let shortest = limit + 1
  for (const name of names) {
    const length = distance(word.toLowerCase(), name.toLowerCase())
    if (length < shortest) [best, shortest] = [name, length]
  }
  return best
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1)
    }
    row = next
  }
  return row[b.length] as number
}
