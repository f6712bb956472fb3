import { dataView } from '../../shared/bytes.ts'
import {
  type Box,
  type Color,
  type Command,
  colorFromRef,
  type Dib,
  type Matrix,
  type Point,
} from './commands.ts'

/** A record of an EMF, read by offsets from its start. */
export class EmfRecord {
  readonly data: DataView

  constructor(
    readonly bytes: Uint8Array,
    readonly type: number,
  ) {
    this.data = dataView(bytes)
  }

  int(at: number): number {
    return this.data.getInt32(at, true)
  }

  count(at: number): number {
    return this.data.getUint32(at, true)
  }

  color(at: number): Color {
    return colorFromRef(this.count(at))
  }

  float(at: number): number {
    return this.data.getFloat32(at, true)
  }

  point(at: number): Point {
    return [this.int(at), this.int(at + 4)]
  }

  box(at: number): Box {
    return [this.int(at), this.int(at + 4), this.int(at + 8), this.int(at + 12)]
  }

  /** A box stored as x, y, width and height. */
  area(at: number, size = at + 8): Box {
    const [x, y] = this.point(at)
    return [x, y, x + this.int(size), y + this.int(size + 4)]
  }

  matrix(at: number): Matrix {
    const [a, b, c, d, e, f] = [0, 4, 8, 12, 16, 20].map((offset) => this.float(at + offset))
    return [a, b, c, d, e, f] as Matrix
  }

  /** Points of 32 bits, or of 16 bits if `short`. Throws a RangeError if the record has fewer. */
  points(at: number, count: number, short: boolean): Point[] {
    const { data } = this
    if (at + count * (short ? 4 : 8) > data.byteLength)
      throw new RangeError('an EMF record too short')
    return Array.from({ length: count }, (_, i) =>
      short
        ? [data.getInt16(at + i * 4, true), data.getInt16(at + i * 4 + 2, true)]
        : this.point(at + i * 8),
    )
  }

  /** Reads `count` unsigned numbers. */
  list(at: number, count: number): number[] {
    if (at + count * 4 > this.bytes.length) throw new RangeError('an EMF record too short')
    return Array.from({ length: count }, (_, i) => this.count(at + i * 4))
  }

  /** The part of the record whose offset and size are at `at`. */
  part(at: number): Uint8Array {
    const start = this.count(at)
    const end = start + this.count(at + 4)
    if (end > this.bytes.length) throw new RangeError('an EMF record too short')
    return this.bytes.subarray(start, end)
  }

  /** A bitmap: offset and size of the header at `at`, of the rows at `at` + 8. */
  dib(at: number): Dib | undefined {
    const header = this.part(at)
    return header.length > 0 ? { header, bits: this.part(at + 8) } : undefined
  }

  /** The boxes of RegionData (MS-EMF 2.2.24): size of the header, type, number of boxes, size, bounds, boxes. */
  region(at: number): Box[] {
    const count = this.count(at + 8)
    const first = at + this.count(at)
    if (first + count * 16 > this.bytes.length) throw new RangeError('an EMF record too short')
    return Array.from({ length: count }, (_, i) => this.box(first + i * 16))
  }

  utf16(at: number, length: number): string {
    const end = at + length * 2
    if (end > this.bytes.length) throw new RangeError('an EMF record too short')
    return new TextDecoder('utf-16le').decode(this.bytes.subarray(at, end))
  }
}

/** What a record means. */
export type Meaning = (f: EmfRecord) => Command | undefined
/** By the types of records. */
export type Meanings = Record<number, Meaning>
