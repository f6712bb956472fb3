import { ascii, copyBytes, dataView } from './bytes.ts'
import { validDpi } from './density.ts'

/** Tags of TIFF 6.0 and Exif 2.32. */
const TAG = {
  width: 0x0100,
  height: 0x0101,
  orientation: 0x0112,
  xResolution: 0x011a,
  yResolution: 0x011b,
  resolutionUnit: 0x0128,
  exif: 0x8769,
  pixelWidth: 0xa002,
  pixelHeight: 0xa003,
  thumbnail: 0x0201,
  thumbnailLength: 0x0202,
}
const SHORT = 3
const LONG = 4
const RATIONAL = 5
const INCH = 2
const CENTIMETER = 3
const HEADER = 8
const ENTRY = 12

interface Entry {
  tag: number
  /** The 12 bytes of the entry. */
  bytes: Uint8Array
  at: number
}

/** Values of the result, written over those of the source. */
export interface ExifUpdate {
  width: number
  height: number
  dpi?: number
}

/** Reads the density of an EXIF block in pixels per inch; undefined if it states none or cannot be read. */
export function exifDpi(tiff: Uint8Array): number | undefined {
  try {
    return new ExifBlock(tiff).dpi
  } catch {
    return undefined
  }
}

/**
 * Adapts the EXIF of a source to its result: removes orientation and thumbnail, sets size and density. All other bytes
 * keep their offsets, as maker notes contain absolute ones; the first directory is rewritten at the end of the block.
 * Returns undefined for a block that cannot be read. (piexif-ts would move maker notes, drop unknown tags, and evaluate a
 * string when loaded, which a strict CSP forbids.)
 */
export function rewriteExif(
  tiff: Uint8Array,
  written: ExifUpdate,
): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new ExifBlock(copyBytes(tiff)).rewritten(written)
  } catch {
    return undefined
  }
}

/** An EXIF block with nothing but a density. */
export function exifWithDpi(dpi: number): Uint8Array<ArrayBuffer> {
  const empty = new Uint8Array(HEADER)
  empty.set([0x4d, 0x4d, 0, 42])
  return new ExifBlock(empty).withDirectory([], dpi)
}

class ExifBlock {
  #bytes: Uint8Array
  readonly #data: DataView
  readonly #little: boolean

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#data = dataView(bytes)
    this.#little = ascii(bytes, 0, 2) === 'II'
  }

  get first(): number {
    return this.long(4)
  }

  /** Pixels per inch. */
  get dpi(): number | undefined {
    const { entries } = this.directory(this.first)
    const resolution = entries.find(({ tag }) => tag === TAG.xResolution)
    const unit = entries.find(({ tag }) => tag === TAG.resolutionUnit)
    const code = unit ? this.short(unit.at + 8) : INCH
    if (!resolution || (code !== INCH && code !== CENTIMETER)) return undefined
    const at = this.long(resolution.at + 8)
    const value = this.long(at) / this.long(at + 4)
    return validDpi(code === CENTIMETER ? value * 2.54 : value)
  }

  short = (at: number) => this.#data.getUint16(at, this.#little)
  long = (at: number) => this.#data.getUint32(at, this.#little)

  /** The entries of a directory, and the offset of the next one (0: none). */
  directory(at: number): { entries: Entry[]; next: number } {
    const count = this.short(at)
    const entries = Array.from({ length: count }, (_, i) => {
      const entry = at + 2 + i * ENTRY
      return { tag: this.short(entry), at: entry, bytes: this.#bytes.slice(entry, entry + ENTRY) }
    })
    const end = at + 2 + count * ENTRY
    return { entries, next: end + 4 <= this.#bytes.length ? this.long(end) : 0 }
  }

  rewritten({ width, height, dpi }: ExifUpdate): Uint8Array<ArrayBuffer> {
    const { entries, next } = this.directory(this.first)
    if (next !== 0) this.#wipeThumbnail(next)
    this.#resize(entries, width, height)
    this.#wipe(this.first, 2 + entries.length * ENTRY + 4)
    const kept = entries.filter(({ tag }) => tag !== TAG.orientation)
    return this.withDirectory(
      kept.map(({ bytes }) => bytes),
      dpi,
    )
  }

  /** The block with a new first directory of these entries at its end. `dpi` replaces their density. */
  withDirectory(kept: Uint8Array[], dpi?: number): Uint8Array<ArrayBuffer> {
    const tagOf = (entry: Uint8Array) => dataView(entry).getUint16(0, this.#little)
    const density: number[] = [TAG.xResolution, TAG.yResolution, TAG.resolutionUnit]
    const others = dpi ? kept.filter((entry) => !density.includes(tagOf(entry))) : kept
    const start = this.#bytes.length + (this.#bytes.length & 1)
    const count = others.length + (dpi ? 3 : 0)
    const rational = start + 2 + count * ENTRY + 4
    const added = dpi
      ? [
          this.#entry(TAG.xResolution, RATIONAL, rational),
          this.#entry(TAG.yResolution, RATIONAL, rational),
          this.#entry(TAG.resolutionUnit, SHORT, INCH),
        ]
      : []
    const out = new Uint8Array(rational + (dpi ? 8 : 0))
    const data = dataView(out)
    out.set(this.#bytes)
    data.setUint32(4, start, this.#little)
    data.setUint16(start, count, this.#little)
    const sorted = [...others, ...added].sort((a, b) => tagOf(a) - tagOf(b))
    sorted.forEach((entry, i) => {
      out.set(entry, start + 2 + i * ENTRY)
    })
    if (dpi) {
      data.setUint32(rational, Math.round(dpi * 1000), this.#little)
      data.setUint32(rational + 4, 1000, this.#little)
    }
    return out
  }

  #entry(tag: number, type: number, value: number): Uint8Array {
    const bytes = new Uint8Array(ENTRY)
    const data = dataView(bytes)
    data.setUint16(0, tag, this.#little)
    data.setUint16(2, type, this.#little)
    data.setUint32(4, 1, this.#little)
    if (type === SHORT) data.setUint16(8, value, this.#little)
    else data.setUint32(8, value, this.#little)
    return bytes
  }

  /** Sets the pixel dimensions in the first directory and in the Exif directory. */
  #resize(entries: Entry[], width: number, height: number): void {
    const values = new Map([
      [TAG.width, width],
      [TAG.pixelWidth, width],
      [TAG.height, height],
      [TAG.pixelHeight, height],
    ])
    const pointer = entries.find(({ tag }) => tag === TAG.exif)
    for (const entry of entries) {
      const value = values.get(entry.tag)
      if (value) entry.bytes.set(this.#entry(entry.tag, LONG, value))
    }
    const inner = pointer ? this.directory(this.long(pointer.at + 8)).entries : []
    for (const { tag, at } of inner) {
      const value = values.get(tag)
      if (value) this.#bytes.set(this.#entry(tag, LONG, value), at)
    }
  }

  /** Erases the second directory and the thumbnail it describes, which shows the image before it was processed. */
  #wipeThumbnail(at: number): void {
    const { entries } = this.directory(at)
    const value = (wanted: number) => {
      const entry = entries.find(({ tag }) => tag === wanted)
      return entry ? this.long(entry.at + 8) : 0
    }
    const [from, length] = [value(TAG.thumbnail), value(TAG.thumbnailLength)]
    this.#wipe(at, 2 + entries.length * ENTRY + 4)
    if (from < HEADER || from > this.#bytes.length) return
    this.#wipe(from, length)
    if (from + length >= this.#bytes.length - 1) this.#bytes = this.#bytes.subarray(0, from)
  }

  #wipe(from: number, length: number): void {
    this.#bytes.fill(0, from, from + length)
  }
}
