import { peekBits } from '../../shared/bits.ts'
import { type Codes, HORIZONTAL, LONGEST, MODES, PASS, RUNS } from './ccitt-codes.ts'

/** Number of zero bits that only an EOL code starts with. */
const END_OF_LINE = 11

export interface CcittOptions {
  /** 2: modified Huffman, rows on whole bytes; 3: T.4 (group 3); 4: T.6 (group 4). */
  scheme: 2 | 3 | 4
  /** Group 3: a bit after each end of line says whether its row is one-dimensional. */
  twoDimensional: boolean
}

/**
 * Decodes CCITT fax data (TIFF 6.0 sections 10 and 11): rows of white and black runs (ITU-T T.4), or of changes against
 * the row above (T.6). Returns rows of packed bits, 1 is black. Missing rows are white, and so are all rows after an
 * invalid code; in group 3, the row of an invalid code repeats the one above, and decoding resumes at the next EOL.
 */
export function decodeCcitt(
  bytes: Uint8Array,
  width: number,
  height: number,
  { scheme, ...t4 }: CcittOptions,
) {
  const stride = (width + 7) >> 3
  const out = new Uint8Array(stride * height)
  const bits = new Bits(bytes)
  let above: number[] = []
  for (let y = 0; y < height; y++) {
    let flat = scheme !== 4
    if (scheme === 2) bits.align()
    if (scheme === 3 && bits.endOfLine() && t4.twoDimensional) flat = bits.take(1) === 1
    if (bits.atEnd()) break
    const row = flat ? readRuns(bits, width) : readChanges(bits, width, above)
    if (row) above = row
    else if (scheme !== 3 || !bits.nextLine()) break
    fillRuns(out, y * stride * 8, above, width)
  }
  return out
}

/** Reads bits, most significant first. Looking ahead beyond the end reads zeros. */
class Bits {
  #at = 0

  constructor(readonly bytes: Uint8Array) {}

  peek(count: number): number {
    return peekBits(this.bytes, this.#at, count)
  }

  take(count: number): number {
    const value = this.peek(count)
    this.#at += count
    if (this.#at > this.bytes.length * 8) throw new RangeError('facsimile data that ends too early')
    return value
  }

  /** The value of the next code; undefined if it is invalid. */
  code({ lengths, values }: Codes): number | undefined {
    const next = this.peek(LONGEST)
    const length = lengths[next] as number
    if (length === 0) return undefined
    this.take(length)
    return values[next]
  }

  /** Skips to the next EOL. Returns whether there is one. */
  nextLine(): boolean {
    while (!this.atEnd() && this.peek(END_OF_LINE) !== 0) this.take(1)
    return !this.atEnd()
  }

  align(): void {
    this.#at = (this.#at + 7) & ~7
  }

  atEnd(): boolean {
    return this.#at >= this.bytes.length * 8
  }

  /** Skips fill bits and EOLs. Returns whether there was one. */
  endOfLine(): boolean {
    let found = false
    while (!this.atEnd() && this.peek(END_OF_LINE) === 0) {
      while (!this.atEnd() && this.peek(1) === 0) this.take(1)
      if (!this.atEnd()) this.take(1)
      found = true
    }
    return found
  }
}

/** Reads a run of a color (0: white): make-up codes, then a terminating code below 64. */
function readRun(bits: Bits, color: number): number | undefined {
  let length = 0
  for (;;) {
    const part = bits.code(RUNS[color as 0 | 1])
    if (part === undefined) return undefined
    length += part
    if (part < 64) return length
  }
}

/** Reads a row as the columns where the color changes, first to black; undefined if a code is invalid. */
function readRuns(bits: Bits, width: number): number[] | undefined {
  const changes: number[] = []
  for (let x = 0, color = 0; x < width; color ^= 1) {
    const length = readRun(bits, color)
    if (length === undefined) return undefined
    x += length
    changes.push(x)
  }
  return changes
}

/** Reads a row coded against the one above; undefined at the end of the block or if a code is invalid. */
function readChanges(bits: Bits, width: number, above: number[]): number[] | undefined {
  const changes: number[] = []
  let x = -1
  let i = 0
  while (x < width) {
    const mode = bits.code(MODES)
    if (mode === undefined) return undefined
    const color = changes.length & 1
    while (i > 0 && (above[i - 1] ?? width) > x) i--
    while (i < above.length && ((above[i] as number) <= x || (i & 1) !== color)) i++
    if (mode === PASS) {
      x = above[i + 1] ?? width
    } else if (mode === HORIZONTAL) {
      const first = readRun(bits, color)
      const second = first === undefined ? undefined : readRun(bits, color ^ 1)
      if (first === undefined || second === undefined) return undefined
      const middle = Math.max(x, 0) + first
      x = middle + second
      changes.push(middle, x)
    } else {
      const change = (above[i] ?? width) + mode
      if (change < x) return undefined
      x = change
      changes.push(x)
    }
  }
  return changes
}

function fillRuns(out: Uint8Array, at: number, changes: number[], width: number): void {
  for (let i = 0; i < changes.length; i += 2) {
    const end = at + Math.min(changes[i + 1] ?? width, width)
    for (let bit = at + (changes[i] as number); bit < end; bit++) {
      out[bit >> 3] = (out[bit >> 3] as number) | (0x80 >> (bit & 7))
    }
  }
}
