import { ascii, dataView } from '../../shared/bytes.ts'
import { rasterInfo } from '../../shared/raster.ts'

const TEXT = 255
const UNSUPPORTED = { deep: 0x800, parts: 0x1000 }

/** Bytes of a sample by its type: unsigned, half, float. */
const BYTES = [4, 2, 4]

interface Channel {
  name: string
  /** Of a sample. */
  bytes: number
}

export interface ExrHeader {
  width: number
  height: number
  channels: Channel[]
  /** What is used that is not read. */
  unsupported?: string
}

/**
 * Reads the header of an OpenEXR file: magic number, version and flags, then attributes of a name, a type, a size and a
 * value, up to an empty name. The image is the data window.
 */
export function readExrHeader(bytes: Uint8Array): ExrHeader {
  const data = dataView(bytes)
  const flags = data.getUint32(4, true)
  const attributes = new Map<string, DataView>()
  let at = 8
  for (let name = text(bytes, at); name !== ''; name = text(bytes, at)) {
    at += name.length + 1
    at += text(bytes, at).length + 1
    const size = data.getUint32(at, true)
    if (at + 4 + size > bytes.length) throw new RangeError('an EXR that ends within its header')
    if (!attributes.has(name)) attributes.set(name, dataView(bytes.subarray(at + 4, at + 4 + size)))
    at += 4 + size
  }
  const value = (name: string) => {
    const found = attributes.get(name)
    if (!found) throw new Error(`an EXR with ${name}`)
    return found
  }
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((o) =>
    value('dataWindow').getInt32(o, true),
  )
  const unsupported = Object.entries(UNSUPPORTED).find(([, flag]) => flags & flag)?.[0]
  return {
    ...rasterInfo(right - left + 1, bottom - top + 1),
    channels: readChannels(value('channels')),
    ...(unsupported && { unsupported }),
  }
}

/** A name, then the type, 4 bytes, and how many columns and rows there are for one sample: 1 or 2. Ends with an empty name. */
function readChannels(list: DataView): Channel[] {
  const bytes = new Uint8Array(list.buffer, list.byteOffset, list.byteLength)
  const channels: Channel[] = []
  let at = 0
  for (let name = text(bytes, at); name !== ''; name = text(bytes, at)) {
    at += name.length + 1
    const type = list.getUint32(at, true)
    const size = BYTES[type]
    if (!size) throw new Error(`an EXR with samples of type 0 to 2, got ${type}`)
    const steps = [list.getUint32(at + 8, true), list.getUint32(at + 12, true)]
    if (steps.some((step) => step !== 1 && step !== 2)) throw new Error('an EXR with odd samples')
    channels.push({ name, bytes: size })
    at += 16
  }
  // three.js goes on where the list ends, and might read beyond the file for ever.
  if (at + 1 !== bytes.length) throw new Error('an EXR whose list of channels is as long as stated')
  return channels
}

/** Text up to a 0. */
function text(bytes: Uint8Array, at: number): string {
  const end = bytes.subarray(at, at + TEXT + 1).indexOf(0)
  if (end < 0) throw new RangeError('an EXR with a name that does not end')
  return ascii(bytes, at, end)
}
