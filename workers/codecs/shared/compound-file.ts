import { ascii, concatBytes, dataView } from './bytes.ts'

const SIGNATURE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

const ENTRY = 128
const NAME_LENGTH = 64
const SMALL_SECTOR = 64
/** From this size on, streams have sectors of their own. */
const CUTOFF = 4096
/** Storages in storages: a FlashPix file has three. */
const MAX_DEPTH = 16
/** Sector numbers from here on are marks: of the end of a chain, of a free sector, and others. */
const MARKS = 0xfffffffa
const NONE = 0xffffffff
const STREAM = 2

/** Whether a file is a compound file (MS-CFB). */
export const isCompound = (bytes: Uint8Array): boolean =>
  ascii(bytes, 0, SIGNATURE.length) === SIGNATURE && bytes.length >= 512

interface Entry {
  type: number
  start: number
  size: number
}

/** The number of the sector after one, in a chain. */
type Next = (sector: number) => number

/**
 * A compound file (MS-CFB): a file system of sectors in chains, with a table of what follows each. Streams are read one by
 * one, and a chain that is longer than the file is refused. (The package cfb reads all streams at once, which may share
 * their sectors: a small file can make it fill the memory, and one with a loop never ends.)
 *
 * Header: 30 size of a sector and 32 of a small one, as powers of two; 48 first sector of the directory; 60 first
 * sector of the table of small sectors; 68 first sector of the list of the table's sectors, of which the first 109 are at
 * 76.
 */
export class CompoundFile {
  /** By path below the root, such as `Palettes/Table`. */
  readonly #streams = new Map<string, Entry>()
  readonly #bytes: Uint8Array
  readonly #sectorBytes: number
  readonly #next: Next
  readonly #small: { next: Next; bytes: () => Uint8Array }

  /** @throws Error if it is none, RangeError if it ends too early. */
  constructor(bytes: Uint8Array) {
    if (!isCompound(bytes)) throw new Error('Expected a compound file')
    const data = dataView(bytes)
    const power = data.getUint16(30, true)
    if (power !== 9 && power !== 12)
      throw new Error('a compound file of sectors of 512 or 4096 bytes')
    this.#bytes = bytes
    this.#sectorBytes = 2 ** power
    const table = concatBytes(this.#tableSectors(data).map((sector) => this.#sector(sector)))
    this.#next = nextIn(table)
    const directory = this.#chain(data.getUint32(48, true))
    const rootEntry = readEntry(directory, 0)
    const smallTable = lazy(() => this.#chain(data.getUint32(60, true)))
    this.#small = {
      next: (sector) => nextIn(smallTable())(sector),
      bytes: lazy(() => this.#chain(rootEntry.start)),
    }
    this.#addStreams(directory)
  }

  get paths(): string[] {
    return [...this.#streams.keys()]
  }

  /** The content of a stream; undefined if there is none of that path. */
  read(path: string): Uint8Array | undefined {
    const entry = this.#streams.get(path)
    if (!entry) return undefined
    const content = entry.size < CUTOFF ? this.#smallChain(entry) : this.#chain(entry.start)
    if (content.length < entry.size)
      throw new RangeError('a compound file that ends within a stream')
    return content.subarray(0, entry.size)
  }

  /** The sectors of the table: the first are in the header, the others in sectors that end with the number of the next. */
  #tableSectors(data: DataView): number[] {
    const sectors: number[] = []
    const add = (from: DataView, at: number, count: number) => {
      for (let i = 0; i < count; i++) {
        const sector = from.getUint32(at + i * 4, true)
        if (sector < MARKS) sectors.push(sector)
      }
    }
    add(data, 76, 109)
    const perSector = this.#sectorBytes / 4 - 1
    for (let next = data.getUint32(68, true); next < MARKS; ) {
      const list = dataView(this.#sector(next))
      add(list, 0, perSector)
      this.#expectWithin(sectors.length)
      next = list.getUint32(perSector * 4, true)
    }
    return sectors
  }

  /** The part of a sector that is within the file. */
  #sector(sector: number): Uint8Array {
    const at = (sector + 1) * this.#sectorBytes
    if (at >= this.#bytes.length)
      throw new RangeError('a compound file that ends within its sectors')
    return this.#bytes.subarray(at, at + this.#sectorBytes)
  }

  #chain(start: number): Uint8Array {
    const sectors: Uint8Array[] = []
    for (let sector = start; sector < MARKS; sector = this.#next(sector)) {
      sectors.push(this.#sector(sector))
      this.#expectWithin(sectors.length)
    }
    return concatBytes(sectors)
  }

  /** A stream of small sectors, which lie in the stream of the root. */
  #smallChain({ start, size }: Entry): Uint8Array {
    const all = this.#small.bytes()
    const content = new Uint8Array(size)
    let to = 0
    for (let sector = start; sector < MARKS && to < size; sector = this.#small.next(sector)) {
      const at = sector * SMALL_SECTOR
      if (at >= all.length) throw new RangeError('a compound file that ends within a stream')
      content.set(all.subarray(at, at + Math.min(SMALL_SECTOR, size - to)), to)
      to += SMALL_SECTOR
    }
    return content.subarray(0, to)
  }

  #expectWithin(sectors: number): void {
    if (sectors * this.#sectorBytes <= this.#bytes.length) return
    throw new Error('a compound file with a chain of sectors longer than itself')
  }

  /** Entries are in binary trees: 68 left, 72 right, 76 the tree of what a storage contains. */
  #addStreams(directory: Uint8Array): void {
    const data = dataView(directory)
    const seen = new Set<number>()
    const open = [{ entry: data.getUint32(76, true), folder: '', depth: 0 }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { entry, folder, depth } = next
      const at = entry * ENTRY
      if (entry === NONE || seen.has(entry) || at + ENTRY > directory.length || depth > MAX_DEPTH) {
        continue
      }
      seen.add(entry)
      const path = folder + readName(directory, at)
      const read = readEntry(directory, at)
      if (read.type === STREAM) this.#streams.set(path, read)
      const [left, right, child] = [68, 72, 76].map((o) => data.getUint32(at + o, true))
      for (const sibling of [right, left]) open.push({ entry: sibling as number, folder, depth })
      open.push({ entry: child as number, folder: `${path}/`, depth: depth + 1 })
    }
  }
}

/** 66 type, 116 first sector, 120 size. */
function readEntry(directory: Uint8Array, at: number): Entry {
  const data = dataView(directory)
  return {
    type: data.getUint8(at + 66),
    start: data.getUint32(at + 116, true),
    size: data.getUint32(at + 120, true),
  }
}

/** UTF-16, with a length in bytes that counts the 0 at its end. */
function readName(directory: Uint8Array, at: number): string {
  const length = Math.min(dataView(directory).getUint16(at + NAME_LENGTH, true), NAME_LENGTH) - 2
  return new TextDecoder('utf-16le').decode(directory.subarray(at, at + Math.max(0, length)))
}

const nextIn = (table: Uint8Array): Next => {
  const data = dataView(table)
  return (sector) => data.getUint32(sector * 4, true)
}

function lazy<T>(read: () => T): () => T {
  let value: { is: T } | undefined
  return () => {
    value ??= { is: read() }
    return value.is
  }
}
