import { ascii } from '../../shared/bytes.ts'

/** Keywords and their values: numbers, T and F as written, strings without quotes. */
export type Cards = ReadonlyMap<string, string>

/** A header and data unit. */
export interface Hdu {
  cards: Cards
  /** The data, cut off where the file ends. */
  data: Uint8Array
  /** Prefix of the image's keywords: 'Z' if it is stored as a table of compressed tiles. */
  prefix: '' | 'Z'
}

const CARD = 80
const BLOCK = 2880

/** Reads the units of a FITS file. Throws a RangeError if a header does not end. */
export function* readHdus(bytes: Uint8Array): Generator<Hdu> {
  let at = 0
  while (at === 0 || ascii(bytes, at, 8) === 'XTENSION') {
    const { cards, end } = readCards(bytes, at)
    if (at === 0 && cards.get('SIMPLE') !== 'T') throw new Error('Expected SIMPLE = T')
    const length = dataLength(cards)
    const prefix = cards.get('XTENSION') === 'BINTABLE' && cards.get('ZIMAGE') === 'T' ? 'Z' : ''
    yield { cards, data: bytes.subarray(end, end + length), prefix }
    at = end + Math.ceil(length / BLOCK) * BLOCK
  }
}

/** The cards up to END, and the offset after the block of END. */
function readCards(bytes: Uint8Array, from: number) {
  const cards = new Map<string, string>()
  for (let at = from; at + CARD <= bytes.length; at += CARD) {
    const card = ascii(bytes, at, CARD)
    const keyword = card.slice(0, 8).trimEnd()
    if (keyword === 'END') {
      return { cards, end: from + Math.ceil((at + CARD - from) / BLOCK) * BLOCK }
    }
    if (card[8] === '=' && !cards.has(keyword)) cards.set(keyword, cardText(card.slice(9)))
  }
  throw new RangeError('Expected a header that says END')
}

function cardText(text: string): string {
  const string = /^\s*'((?:[^']|'')*)'/.exec(text)?.[1]
  return string?.trimEnd() ?? text.split('/', 1)[0]?.trim() ?? ''
}

/** A number, or `otherwise` if there is none. Exponents may be written with D, as in Fortran. */
export function cardNumber(cards: Cards, keyword: string, otherwise?: number): number {
  const value = cards.get(keyword) ?? ''
  const number = Number(value.replace(/d/i, 'e'))
  if (value !== '' && !Number.isNaN(number)) return number
  if (otherwise !== undefined) return otherwise
  throw new Error(`Expected a number for ${keyword} but received ${value || 'nothing'}`)
}

function dataLength(cards: Cards): number {
  const axes = cardNumber(cards, 'NAXIS')
  if (axes === 0) return 0
  let count = 1
  for (let i = 1; i <= Math.min(axes, 999); i++) count *= cardNumber(cards, `NAXIS${i}`)
  const groups = cardNumber(cards, 'GCOUNT', 1) * (cardNumber(cards, 'PCOUNT', 0) + count)
  const length = (groups * Math.abs(cardNumber(cards, 'BITPIX'))) / 8
  if (length >= 0 && Number.isSafeInteger(length)) return length
  throw new Error(`Expected data of a length but received ${length} bytes`)
}
