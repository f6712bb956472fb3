import type { RasterImage } from '../../../image/image.ts'
import { type Box, boxesIn } from '../../shared/boxes.ts'
import { ascii, concatBytes, dataView } from '../../shared/bytes.ts'
import { boxHead, definitionBox, GRAY, SRGB, wrapCodestream } from './codestream.ts'

type Bytes = Uint8Array<ArrayBuffer>

const SYCC = 18
/** The number of colors of enumerated color spaces, and of those of profiles. */
const COLORS: Record<number | string, number> = { [SRGB]: 3, [SYCC]: 3, [GRAY]: 1, 'RGB ': 3, 'GRAY': 1 } // biome-ignore format: a table
/** Boxes that are looked at: files have about ten. */
const MAX_BOXES = 1000
/** Types of a channel. */
const COLOR = 0
const OPACITY = 1
const PREMULTIPLIED = 2

/** What the components of a file are: the one of each color, and of the opacity if there is any. */
interface Channels {
  colors: number[]
  opacity?: number
  premultiplied?: boolean
}

/**
 * ImageMagick takes the last of 2 or 4 components for the opacity, if the channel definition (ISO 15444-1 annex I) says so,
 * and loses any other. It gets a file that says so in any case, and `arrangeChannels` puts them right afterwards. A file
 * without a definition has its opacity in the component after the colors, and so has a bare codestream, which is wrapped.
 */
export function defineChannels(bytes: Bytes): Bytes {
  const header = channelHeader(bytes)
  if (!header) return wrapCodestream(bytes)
  return withHeaderBoxes(bytes, header.box, ['cdef'], definitionBox(header.count))
}

/** The file with boxes in its header box left out, and others added to it. */
export function withHeaderBoxes(
  bytes: Bytes,
  jp2h: Box,
  without: string[],
  added: number[],
): Bytes {
  const kept = wholeBoxes(jp2h.body)
    .filter(({ type }) => !without.includes(type))
    .map(({ start, end }) => jp2h.body.subarray(start, end))
  const body = concatBytes([...kept, Uint8Array.from(added)])
  return concatBytes([
    bytes.subarray(0, jp2h.start),
    Uint8Array.from(boxHead('jp2h', body.length)),
    body,
    bytes.subarray(jp2h.end),
  ])
}

/** Puts the components where the definition of the original file says. In place. */
export function arrangeChannels(image: RasterImage, bytes: Bytes): RasterImage {
  const channels = channelHeader(bytes)?.channels
  if (!channels) return image
  const { colors, opacity, premultiplied } = channels
  const last = colors.length
  const slot = (component: number) => (component === last ? 3 : component)
  const from = colors.length === 1 ? Array(3).fill(colors[0]) : colors
  const [red = 0, green = 0, blue = 0] = from.map(slot)
  const inOrder = opacity === last && colors.every((component, i) => component === i)
  if (inOrder && !premultiplied) return image
  const { pixels } = image
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = opacity === undefined ? 255 : (pixels[i + slot(opacity)] as number)
    const rgb = [pixels[i + red], pixels[i + green], pixels[i + blue]] as number[]
    const scale = premultiplied && alpha > 0 ? 255 / alpha : 1
    for (let c = 0; c < 3; c++) pixels[i + c] = (rgb[c] as number) * scale
    pixels[i + 3] = alpha
  }
  return { ...image, alpha: opacity !== undefined }
}

/** The header box of a file that has one component more than colors and no palette. */
function channelHeader(bytes: Uint8Array) {
  const header = colorHeader(bytes)
  const colors = COLORS[header?.space ?? ''] ?? 0
  if (!header || colors === 0 || header.count !== colors + 1) return undefined
  return { ...header, channels: readChannels(header.definition, colors) }
}

/** The header box of a file without a palette: its number of components, and what colors they are. */
export function colorHeader(bytes: Uint8Array) {
  const box = wholeBoxes(bytes).find(({ type }) => type === 'jp2h')
  if (!box) return undefined
  const boxes = wholeBoxes(box.body)
  const find = (name: string) => boxes.find(({ type }) => type === name)
  const [size, color, definition] = ['ihdr', 'colr', 'cdef'].map(find)
  if (!size || !color || find('pclr') || size.body.length < 14) return undefined
  const count = dataView(size.body).getUint16(8)
  return { box, count, space: colorSpace(color.body), definition }
}

/** The enumerated color space, or the one of the profile, which has it at 16. */
function colorSpace(body: Uint8Array): number | string {
  if (body.length < 7) return 0
  return body[0] === 1 ? dataView(body).getUint32(3) : ascii(body, 3 + 16, 4)
}

/** Each entry: component, type, and the color that it belongs to, from 1 (0: the whole image). */
function readChannels(definition: Box | undefined, colors: number): Channels {
  const found: Channels = { colors: Array.from({ length: colors }, (_, i) => i) }
  if (!definition) return { ...found, opacity: colors }
  const data = dataView(definition.body)
  for (let at = 2; at + 6 <= data.byteLength; at += 6) {
    const [component = 0, type, color = 0] = [0, 2, 4].map((o) => data.getUint16(at + o))
    if (component > colors) continue
    if (type === COLOR && color >= 1 && color <= colors) found.colors[color - 1] = component
    if (type === OPACITY || type === PREMULTIPLIED) {
      found.opacity = component
      found.premultiplied = type === PREMULTIPLIED
    }
  }
  return found
}

/** Those that end within the bytes. */
function wholeBoxes(bytes: Uint8Array): Box[] {
  const boxes: Box[] = []
  for (const box of boxesIn(bytes)) {
    if (box.end > bytes.length || boxes.push(box) === MAX_BOXES) break
  }
  return boxes
}
