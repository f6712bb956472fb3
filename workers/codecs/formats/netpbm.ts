import { latin1 } from '../binary/bytes.ts'
import { type NetpbmFormat, netpbmFormats, plainImage, rawImage } from './netpbm-samples.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { rasterInfo } from './shared/raster.ts'

/**
 * Netpbm (.pbm .pgm .ppm .pnm .pam .pfm). "P" and a digit or letter, then numbers in decimal between white space, `#`
 * begins a comment up to the end of its line: width, height and, but for bitmaps, the largest value. P1 bitmap, P2 gray, P3
 * RGB: numbers in decimal. P4, P5, P6 the same as bytes, of 16 bits (big-endian) where the largest value is above 255.
 * P7 (PAM): lines of WIDTH, HEIGHT, DEPTH, MAXVAL, TUPLTYPE up to ENDHDR. Pf and PF (PFM): 32-bit floats, gray and RGB, rows
 * from the bottom, little-endian where the third number is below 0. A single white space ends the header.
 */
const MOST_HEADER = 4096

const hasSignature = (bytes: Uint8Array) => /^P[1-7fF][\s#]/.test(latin1(bytes.subarray(0, 3)))

export function info(bytes: Uint8Array): RasterInfo {
  return readHeader(bytes).size
}

export function decode(bytes: Uint8Array): DecodedImage {
  const { size, kind, from, most } = readHeader(bytes)
  const data = bytes.subarray(from)
  return kind.plain ? plainImage(data, size, kind, most) : rawImage(data, size, kind, most)
}

interface Header {
  size: RasterInfo
  kind: NetpbmFormat
  /** Where the samples begin. */
  from: number
  most: number
}

function readHeader(bytes: Uint8Array): Header {
  if (!hasSignature(bytes)) throw new Error('Expected P1 to P7, Pf or PF')
  const text = latin1(bytes.subarray(0, MOST_HEADER))
  const letter = text.charAt(1)
  if (letter === '7') return readPamHeader(text)
  const kind = netpbmFormats[letter] as NetpbmFormat
  const [width = '', height = '', most = '1', from] = words(text, kind.bits === 1 ? 2 : 3)
  const size = rasterInfo(wholeOf(width), wholeOf(height))
  return { size, kind, from, most: checked(Number(most), kind) }
}

/** The first words behind the magic number, `1` where there is no third, and where the samples begin. */
function words(text: string, count: 2 | 3): [string, string, string, number] {
  const found: string[] = []
  const tokens = /(?:\s|#[^\r\n]*)*([^\s#]+)/y
  tokens.lastIndex = 2
  while (found.length < count) {
    const word = tokens.exec(text)?.[1]
    if (word === undefined) throw new RangeError('Expected a header that ends')
    found.push(word)
  }
  const from = behind(text, tokens.lastIndex)
  return [found[0] ?? '', found[1] ?? '', found[2] ?? '1', from]
}

/** Behind the white space that ends the header, and behind a comment that comes before it. */
function behind(text: string, at: number): number {
  const comment = /^[ \t]*#[^\r\n]*/.exec(text.slice(at))?.[0].length ?? 0
  return at + comment + 1
}

const wholeOf = (word: string) => (/^\d{1,10}$/.test(word) ? Number(word) : Number.NaN)

function checked(most: number, { float }: NetpbmFormat): number {
  if (Number.isFinite(most) && (float ? most !== 0 : most >= 1 && most <= 65_535)) return most
  throw new Error(`Expected a largest value of 1 to 65535 but received ${most}`)
}

function readPamHeader(text: string): Header {
  const end = /(?:^|\n)ENDHDR[ \t\r]*\n/.exec(text)
  if (!end) throw new RangeError('Expected ENDHDR')
  const lines = text.slice(3, end.index).split('\n')
  const fields = new Map(lines.map((line) => line.trim().split(/\s+/, 2) as [string, string]))
  const field = (name: string) => wholeOf(fields.get(name) ?? '')
  const channels = field('DEPTH')
  if (!(channels >= 1)) throw new Error(`Expected a depth above 0 but received ${channels}`)
  const kind = { channels, bits: 8, plain: false, float: false }
  const size = rasterInfo(field('WIDTH'), field('HEIGHT'), channels === 2 || channels === 4)
  return { size, kind, from: end.index + end[0].length, most: checked(field('MAXVAL'), kind) }
}
