import type { Decoded, Facts } from './format.ts'
import { canvas, latin1, sized } from './raster.ts'
import { x11Colour } from './x11-colours.ts'

/**
 * X pixmap, version 3 (.xpm): C source that begins with the comment "XPM". Its strings, in order: width, height, colours
 * and characters a pixel; for each colour its characters and pairs of a key (c: colour, g and g4: grey, m: mono, s: a
 * name that programs may set) and a colour, which is #rgb in 1 to 4 digits each, a name, or None for transparent;
 * then the rows from the top.
 */
const MAGIC = /^\s*\/\*\s*XPM\s*\*\//
const KEYS = ['c', 'g', 'g4', 'm']
/** Characters a pixel that anyone has reason to write. */
const MOST_CHARACTERS = 8

const hasSignature = (bytes: Uint8Array) => MAGIC.test(latin1(bytes.subarray(0, 64)))

interface Header {
  size: Facts
  colours: number
  characters: number
}

export function facts(bytes: Uint8Array): Facts {
  const strings = stringsOf(bytes)
  const { size, colours, characters } = header(strings)
  const alpha = strings.slice(1, 1 + colours).some((line) => colourOf(line.slice(characters)) === 0)
  return { ...size, alpha }
}

export function decode(bytes: Uint8Array): Decoded {
  const strings = stringsOf(bytes)
  const { size, colours, characters } = header(strings)
  const { width, height } = size
  const rows = strings.slice(1 + colours, 1 + colours + height)
  if (rows.length < height) {
    throw new RangeError(`Expected ${height} rows but received ${Math.max(rows.length, 0)}`)
  }
  const palette = new Map(
    strings
      .slice(1, 1 + colours)
      .map((line) => [line.slice(0, characters), colourOf(line.slice(characters))]),
  )
  if (rows.some((row) => row.length < width * characters)) {
    throw new RangeError(`Expected rows of ${width * characters} characters`)
  }
  const data = canvas(size)
  const pixels = new DataView(data.buffer)
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < width; x++) {
      const key = row.slice(x * characters, (x + 1) * characters)
      const colour = palette.get(key)
      if (colour === undefined)
        throw new Error(`Expected a colour that is listed but received "${key}"`)
      pixels.setUint32((y * width + x) * 4, colour)
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

function header([first]: readonly string[]): Header {
  const numbers = first?.trim().split(/\s+/).map(Number)
  if (!numbers) throw new RangeError('Expected a string with the size')
  const [width = 0, height = 0, colours = 0, characters = 0] = numbers
  if (!(colours > 0 && characters > 0 && characters <= MOST_CHARACTERS)) {
    throw new Error(`Expected colours and characters a pixel but received ${first}`)
  }
  return { size: sized(width, height), colours, characters }
}

/** 0xRRGGBBAA; 0 is transparent. */
function colourOf(description: string): number {
  const colours = pairsOf(description)
  const colour = KEYS.map((key) => colours.get(key)).find((value) => value !== undefined)
  if (colour?.toLowerCase() === 'none') return 0
  const digits = colour?.startsWith('#') ? eightBit(colour.slice(1)) : x11Colour(colour ?? '')
  const value = Number.parseInt(digits ?? '', 16)
  if (Number.isNaN(value)) throw new Error(`Expected a colour but received ${description.trim()}`)
  return value * 256 + 255
}

/** Words that are keys, and the words behind each: a name may have several. */
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

/** Two digits of each component of 1 to 4; undefined for other lengths. */
function eightBit(digits: string): string | undefined {
  const each = digits.length / 3
  if (![1, 2, 3, 4].includes(each) || !/^[0-9a-f]+$/i.test(digits)) return undefined
  const component = (i: number) => digits.slice(i * each, (i + 1) * each)
  return [0, 1, 2]
    .map((i) => (each === 1 ? component(i).repeat(2) : component(i).slice(0, 2)))
    .join('')
}
