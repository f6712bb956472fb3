import type { Text } from './commands.ts'
import type { EmfRecord, Meanings } from './emf-record.ts'

/** Text (MS-EMF 2.3.5.7, 2.3.5.8, 2.3.5.37). */
export const texts: Meanings = {
  83: (f) => ({ op: 'text', text: extended(f) }),
  84: (f) => ({ op: 'text', text: extended(f) }),
  108: (f) => ({ op: 'text', text: small(f) }),
}

/** 36 reference point, 44 number of characters, 48 their offset, 52 options, 56 box, 72 offset of the advances. */
function extended(f: EmfRecord): Text {
  const count = f.count(44)
  const offset = f.count(48)
  const options = f.count(52)
  const advances = f.count(72)
  const wide = f.type === 84
  return {
    at: f.point(36),
    characters: wide ? f.utf16(offset, count) : f.bytes.subarray(offset, offset + count),
    options,
    box: f.box(56),
    advances: advances > 0 ? f.list(advances, count) : [],
  }
}

const NO_BOX = 0x100
const ONE_BYTE = 0x200

function small(f: EmfRecord): Text {
  const options = f.count(20)
  const boxed = (options & NO_BOX) === 0
  const start = boxed ? 52 : 36
  const count = f.count(16)
  return {
    at: f.point(8),
    characters: options & ONE_BYTE ? f.bytes.subarray(start, start + count) : f.utf16(start, count),
    options,
    ...(boxed && { box: f.box(36) }),
    advances: [],
  }
}
