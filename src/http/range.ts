/** Bytes `start` to `end`, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Parses a Range header for a file of `size` bytes. Returns undefined where the whole file is the answer: without a
 * header, for several ranges, and for an invalid one.
 */
export function parseRange(
  header: string | null,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '') {
    return Number(last) > 0
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : 'unsatisfiable'
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Number(last)]
  if (end < start && last !== '') return undefined
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable'
}
