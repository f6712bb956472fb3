import { latin1 } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo, transparentPixels } from '../../shared/raster.ts'
import { x11Color } from './x11-colors.ts'

/**
 * X pixmap, version 3 (.xpm): C source that starts with the comment "XPM". Its strings, in order: width, height, number of
 * colors and characters per pixel; for each color its characters, then pairs of a key (c: color, g and g4: gray, m: mono, s:
 * symbolic name) and a color, which is #rgb with 1 to 4 digits each, a name, or None for transparent; then the rows, from the
 * top.
 */
const MAGIC = /^\s*\/\*\s*XPM\s*\*\//
const KEYS = ['c', 'g', 'g4', 'm']
/** Characters per pixel above which a file is refused. */
const MAX_CHARACTERS = 8

const hasSignature = (bytes: Uint8Array) => MAGIC.test(latin1(bytes.subarray(0, 64)))

interface Header {
  size: RasterInfo
  colors: number
  characters: number
}

export function info(bytes: Uint8Array): RasterInfo {
  const strings = stringsOf(bytes)
  const { size, colors, characters } = readHeader(strings)
  const alpha = strings.slice(1, 1 + colors).some((line) => colorOf(line.slice(characters)) === 0)
  return { ...size, alpha }
}

export function decode(bytes: Uint8Array): DecodedImage {
  const strings = stringsOf(bytes)
  const { size, colors, characters } = readHeader(strings)
  const { width, height } = size
  const rows = strings.slice(1 + colors, 1 + colors + height)
  if (rows.length < height) {
    throw new RangeError(`Expected ${height} rows but received ${Math.max(rows.length, 0)}`)
  }
  const palette = new Map(
    strings
      .slice(1, 1 + colors)
      .map((line) => [line.slice(0, characters), colorOf(line.slice(characters))]),
  )
  if (rows.some((row) => row.length < width * characters)) {
    throw new RangeError(`Expected rows of ${width * characters} characters`)
  }
  const data = transparentPixels(size)
  const pixels = new DataView(data.buffer)
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < width; x++) {
      const key = row.slice(x * characters, (x + 1) * characters)
      const color = palette.get(key)
      if (color === undefined)
        throw new Error(`Expected a color that is listed but received "${key}"`)
      pixels.setUint32((y * width + x) * 4, color)
    }
  }
  return { ...size, alpha: [...palette.values()].includes(0), data }
}

function stringsOf(bytes: Uint8Array): string[] {
  if (!hasSignature(bytes)) throw new Error('Expected a comment that says XPM')
  return Array.from(
    latin1(bytes).matchAll(/\/\*[\s\S]*?\*\/|"([^"\n]*)"/g),
    (found) => found[1],
  ).filter((string) => string !== undefined)
}

function readHeader([first]: readonly string[]): Header {
  const numbers = first?.trim().split(/\s+/).map(Number)
  if (!numbers) throw new RangeError('Expected a string with the size')
  const [width = 0, height = 0, colors = 0, characters = 0] = numbers
  if (!(colors > 0 && characters > 0 && characters <= MAX_CHARACTERS)) {
    throw new Error(`Expected colors and characters a pixel but received ${first}`)
  }
  return { size: rasterInfo(width, height), colors, characters }
}

/** The color as 0xRRGGBBAA; 0 is transparent. */
function colorOf(description: string): number {
  const colors = pairsOf(description)
  const color = KEYS.map((key) => colors.get(key)).find((value) => value !== undefined)
  if (color?.toLowerCase() === 'none') return 0
  const digits = color?.startsWith('#') ? eightBit(color.slice(1)) : x11Color(color ?? '')
  const value = Number.parseInt(digits ?? '', 16)
  if (Number.isNaN(value)) throw new Error(`Expected a color but received ${description.trim()}`)
  return value * 256 + 255
}

/** The words after each key, joined by spaces: names of colors may have several. */
function pairsOf(description: string): Map<string, string> {
  const pairs = new Map<string, string>()
  let key: string | undefined
  for (const word of description.trim().split(/\s+/)) {
    const before = key && pairs.get(key)
    if ((key === undefined || before) && (word === 's' || KEYS.includes(word))) {
      key = word
      pairs.set(key, '')
    } else if (key) pairs.set(key, before ? `${before} ${word}` : word)
  }
  return pairs
}

/** #rgb of 1 to 4 digits per component as 2 digits each; undefined for other lengths. */
function eightBit(digits: string): string | undefined {
  const each = digits.length / 3
  if (![1, 2, 3, 4].includes(each) || !/^[0-9a-f]+$/i.test(digits)) return undefined
  const component = (i: number) => digits.slice(i * each, (i + 1) * each)
  return [0, 1, 2]
    .map((i) => (each === 1 ? component(i).repeat(2) : component(i).slice(0, 2)))
    .join('')
}
