/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part of a file that a Range header asks for. Undefined where it asks for all of it, for several
 * parts, or for something that is no range: then the whole file is the answer.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'none' | undefined {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '')
    return Number(last) > 0 ? { start: Math.max(0, size - Number(last)), end: size - 1 } : 'none'
  const [start, end] = [Number(first), last === '' ? size - 1 : Number(last)]
  if (end < start && last !== '') return undefined
  return start < size ? { start, end: Math.min(end, size - 1) } : 'none'
}
