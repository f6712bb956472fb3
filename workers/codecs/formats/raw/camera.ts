import { ascii, dataView } from '../../shared/bytes.ts'
import { at } from '../format.ts'

const isTiff = at(0, 'II*\0', 'MM\0*')
const TAG = { photometric: 0x0106, make: 0x010f, subDirectories: 0x014a, dngVersion: 0xc612 }
const SHORT = 3
/** Photometric interpretations of the samples behind a color filter array, and of such samples made linear. */
const SENSOR = [32_803, 34_892]
/** Directories that are looked at: the image, its thumbnails, and what the camera adds. */
const MAX_DIRECTORIES = 16

export type RawFormat = 'cr2' | 'dng' | 'nef' | 'arw' | 'raw'

/**
 * Which camera's raw format a TIFF is, as most are TIFF files inside whose first image may be a thumbnail. CR2 has `CR`
 * and version 2 after its header; NEF is by Nikon and points to other directories; `raw` is any other with the samples
 * of a sensor.
 */
export function rawFormat(bytes: Uint8Array): RawFormat | undefined {
  if (!isTiff(bytes) || bytes.length < 8) return undefined
  if (ascii(bytes, 8, 3) === 'CR\x02') return 'cr2'
  const first = readDirectory(bytes, dataView(bytes).getUint32(4, bytes[0] === 0x49))
  if (first.isDng) return 'dng'
  if (first.make.startsWith('NIKON') && first.others.length > 0) return 'nef'
  const sensor = [first, ...first.others.map((at) => readDirectory(bytes, at))]
  if (!sensor.some((directory) => directory.isSensor)) return undefined
  return first.make.startsWith('SONY') ? 'arw' : 'raw'
}

interface Directory {
  make: string
  isDng: boolean
  isSensor: boolean
  /** Offsets of the directories that it points to. */
  others: number[]
}

function readDirectory(bytes: Uint8Array, directory: number): Directory {
  const data = dataView(bytes)
  const little = bytes[0] === 0x49
  const found: Directory = { make: '', isDng: false, isSensor: false, others: [] }
  if (directory + 2 > bytes.length) return found
  const count = data.getUint16(directory, little)
  for (let i = 0, at = directory + 2; i < count && at + 12 <= bytes.length; i++, at += 12) {
    const tag = data.getUint16(at, little)
    const value = data.getUint32(at + 8, little)
    if (tag === TAG.make) found.make = ascii(bytes, value, 5)
    else if (tag === TAG.dngVersion) found.isDng = true
    else if (tag === TAG.photometric && data.getUint16(at + 2, little) === SHORT) {
      found.isSensor = SENSOR.includes(data.getUint16(at + 8, little))
    } else if (tag === TAG.subDirectories) {
      found.others = offsets(data, at, little)
    }
  }
  return found
}

/** The offsets in an entry: one is in the entry itself, several are where it points. */
function offsets(data: DataView, entry: number, little: boolean): number[] {
  const count = data.getUint32(entry + 4, little)
  const from = count === 1 ? entry + 8 : data.getUint32(entry + 8, little)
  const fits = from + Math.min(count, MAX_DIRECTORIES) * 4 <= data.byteLength
  return fits
    ? Array.from({ length: Math.min(count, MAX_DIRECTORIES) }, (_, i) =>
        data.getUint32(from + i * 4, little),
      )
    : []
}
