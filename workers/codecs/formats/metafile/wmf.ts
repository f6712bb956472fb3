import { dataView } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { boundsOf } from './bounds.ts'
import type { Box, Command, Matrix, Metafile, Point } from './commands.ts'
import { drawMetafile } from './draw.ts'
import { boxToBox, type Frame, IDENTITY } from './mapping.ts'
import { initialState } from './state.ts'
import { wmfCommands } from './wmf-records.ts'

const PLACEABLE = 0x9ac6cdd7
const PLACEABLE_BYTES = 22
const ANISOTROPIC = 8

/** Pixels per inch of drawings, and the longer side of those without a size. */
const DPI = 72
const DEFAULT_SIDE = 1024

/** The fraction of a side by which a drawing may exceed its box. */
const OVERHANG = 0.05

/** GDI rounds bounds down to whole pixels of its screen: about this much less in pixels here. */
const ROUNDED_DOWN = 0.25

/**
 * The size of a Windows metafile (MS-WMF 2.3.2): a placeable header of 22 bytes with a box and its units an inch,
 * then the header and records. One without that header is as large as its window, at most 1,024 pixels a side.
 */
export function info(bytes: Uint8Array): RasterInfo {
  const data = dataView(bytes)
  const [width, height] = isPlaceable(data) ? placed(data).size : read(bytes).size
  return { width, height, alpha: false, dpi: DPI }
}

/** Draws a Windows metafile onto white, on an OffscreenCanvas. */
export async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const { commands, origin, extent, size } = read(bytes)
  const [width, height] = size
  const metafile: Metafile = {
    width,
    height,
    toPixels: IDENTITY,
    unitsPerMillimeter: [DPI / 25.4, DPI / 25.4],
    // The window always fills the image.
    commands: commands.filter((command) => command.op !== 'set' || command.name !== 'mapMode'),
  }
  const state = initialState()
  const initial = {
    ...state,
    settings: { ...state.settings, mapMode: ANISOTROPIC },
    window: { origin, extent },
    viewport: { origin: [0, 0], extent: size } as Frame,
  }
  const toPixels = fitted(metafile, boundsOf(metafile, initial))
  return { ...(await drawMetafile({ ...metafile, toPixels }, initial)), dpi: DPI }
}

/**
 * A drawing far beyond its box would be cut off: GDI makes it fill the image instead. Lines at the edge may
 * reach over it.
 */
function fitted({ width, height }: Metafile, bounds: Box | undefined): Matrix {
  if (!bounds) return IDENTITY
  const [x, y] = [width * OVERHANG, height * OVERHANG]
  const [left, top, right, bottom] = bounds
  const inside = left >= -x && top >= -y && right <= width + x && bottom <= height + y
  const whole = bounds.map((edge) => edge - ROUNDED_DOWN) as Box
  return inside ? IDENTITY : boxToBox(whole, [0, 0, width, height])
}

const isPlaceable = (data: DataView) => data.getUint32(0, true) === PLACEABLE

/** The records, the window that they begin with, and the pixels that it fills. */
export function read(bytes: Uint8Array): Place & { commands: Command[] } {
  const data = dataView(bytes)
  const header = isPlaceable(data) ? PLACEABLE_BYTES : 0
  const start = header + data.getUint16(header + 2, true) * 2
  const kind = data.getUint16(header, true)
  if ((kind !== 1 && kind !== 2) || start !== header + 18) {
    throw new Error('no WMF: expected its header')
  }
  const commands = wmfCommands(bytes, start)
  return { commands, ...(header > 0 ? placed(data) : unplaced(commands)) }
}

interface Place extends Frame {
  size: Point
}

/** At 6 left, top, right, bottom, at 14 the units of an inch. */
function placed(data: DataView): Place {
  const [left, top, right, bottom] = [6, 8, 10, 12].map((at) => data.getInt16(at, true)) as Box
  const inch = data.getUint16(14, true)
  if (inch === 0) throw new Error('a WMF with units an inch, got 0')
  const pixels = (units: number) => Math.floor((Math.abs(units) * DPI) / inch)
  const size: Point = [pixels(right - left), pixels(bottom - top)]
  return { origin: [left, top], extent: [right - left, bottom - top], size: wholePixels(size) }
}

function unplaced(commands: Command[]): Place {
  const window = commands.find((command) => command.op === 'extent')
  if (window?.op !== 'extent') throw new Error('a WMF with a size: a placeable header or a window')
  const [x, y] = window.to
  const scale = Math.min(1, DEFAULT_SIDE / Math.max(Math.abs(x), Math.abs(y)))
  const size = [x, y].map((side) => Math.round(Math.abs(side) * scale)) as Point
  return { origin: [0, 0], extent: [x, y], size: wholePixels(size) }
}

function wholePixels([width, height]: Point): Point {
  if (width < 1 || height < 1) throw new Error(`a WMF with a size, got ${width} x ${height}`)
  return [width, height]
}
