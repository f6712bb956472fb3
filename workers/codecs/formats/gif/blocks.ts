import { dataView } from '../../shared/bytes.ts'
import { type Header, UPRIGHT } from '../../shared/header.ts'

const EXTENSION = 0x21
const FRAME = 0x2c
const END = 0x3b
const HEADER = 13

/**
 * Reads the size of a GIF's canvas, at 6 and 8, little-endian. Frames may leave any part of it transparent. A first frame
 * beyond the canvas enlarges it, as browsers have it: some writers state no canvas at all.
 */
export function readGif(bytes: Uint8Array): Header {
  const data = dataView(bytes)
  const frame = firstFrame(data)
  const [width, height] = [0, 2].map((at) => {
    const stated = data.getUint16(6 + at, true)
    if (frame === undefined) return stated
    return Math.max(stated, data.getUint16(frame + at, true) + data.getUint16(frame + 4 + at, true))
  }) as [number, number]
  return { format: 'gif', width, height, alpha: true, orientation: UPRIGHT, convertToSrgb: false }
}

/** Where the box of the first frame is: left, top, width, height. Undefined if the file ends before it. */
function firstFrame(data: DataView): number | undefined {
  let at = HEADER + paletteLength(data.getUint8(10))
  while (at + 9 <= data.byteLength) {
    const kind = data.getUint8(at)
    if (kind === FRAME) return at + 1
    at = kind === EXTENSION ? afterSubBlocks(data, at + 2) : at + 1
  }
  return undefined
}

/** Bytes of a palette, by the flags that tell of it. */
const paletteLength = (flags: number) => (flags & 0x80 ? 3 * (2 << (flags & 7)) : 0)

/** @throws RangeError if the file ends before the blocks do. */
function afterSubBlocks(data: DataView, start: number): number {
  let at = start
  for (let length = data.getUint8(at); length > 0; length = data.getUint8(at)) at += 1 + length
  return at + 1
}

/** Whether there are several frames. @throws RangeError if the file ends too early. */
export function hasSecondFrame(bytes: Uint8Array): boolean {
  const data = dataView(bytes)
  let frames = 0
  let at = HEADER + paletteLength(data.getUint8(10))
  for (;;) {
    const kind = data.getUint8(at)
    if (kind === END) return false
    if (kind === FRAME) {
      if (++frames > 1) return true
      // Box, flags, palette, code size; then sub-blocks.
      at = afterSubBlocks(data, at + 11 + paletteLength(data.getUint8(at + 9)))
    } else at = kind === EXTENSION ? afterSubBlocks(data, at + 2) : at + 1
  }
}
