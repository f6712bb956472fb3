import { dataView } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import type { Box, Metafile } from './commands.ts'
import { drawMetafile } from './draw.ts'
import { emfCommands } from './emf-records.ts'
import { boxToBox } from './mapping.ts'

const SIGNATURE = 0x464d4520

/**
 * Enhanced metafile (MS-EMF 2.3.4.2): 8 bounds in device units, which are the size, 24 frame in hundredths of a
 * millimeter, 40 ` EMF`, 72 size of the device in pixels, 80 in millimeters.
 */
export function info(bytes: Uint8Array): RasterInfo {
  const { width, height, dpi } = header(bytes)
  return { width, height, alpha: false, ...(dpi && { dpi }) }
}

/** Draws an enhanced metafile onto white, on an OffscreenCanvas. */
export async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const { dpi } = header(bytes)
  return { ...(await drawMetafile(read(bytes))), ...(dpi && { dpi }) }
}

/** Reads the records, and maps the frame to the image. */
export function read(bytes: Uint8Array): Metafile {
  const { width, height, frame, perMillimeter } = header(bytes)
  const [x, y] = perMillimeter
  const device = frame.map((value, i) => (value / 100) * (i % 2 === 0 ? x : y)) as Box
  return {
    width,
    height,
    toPixels: boxToBox(device, [0, 0, width, height]),
    unitsPerMillimeter: perMillimeter,
    commands: emfCommands(bytes),
  }
}

function header(bytes: Uint8Array) {
  const data = dataView(bytes)
  if (data.getUint32(0, true) !== 1 || data.getUint32(40, true) !== SIGNATURE) {
    throw new Error('no EMF: expected its header')
  }
  const box = (at: number) => [0, 4, 8, 12].map((offset) => data.getInt32(at + offset, true)) as Box
  const bounds = box(8)
  const frame = box(24)
  const perMillimeter: [number, number] = [
    data.getInt32(72, true) / (data.getInt32(80, true) || 1),
    data.getInt32(76, true) / (data.getInt32(84, true) || 1),
  ]
  const [width, height] = [bounds[2] - bounds[0], bounds[3] - bounds[1]]
  if (width < 1 || height < 1) throw new Error(`an EMF with a size, got ${width} x ${height}`)
  const dpi = Math.round((width * 2540) / (frame[2] - frame[0]))
  return { width, height, frame, perMillimeter, ...(dpi > 0 && dpi < 65_536 && { dpi }) }
}
