import { concatBytes, dataView } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo } from '../../shared/raster.ts'
import { sampledImage } from '../../shared/samples.ts'

/**
 * IPTC/NAA (.iim). Big-endian data sets: 0x1c, record, number, size (16 bits; if the highest is set, the others are the number
 * of bytes of size that follow), value. Record 3 describes the image: 20 width, 30 height, 60 components and their order (0: gray,
 * 1: one of several, 2: planes, 3: by line, 4: by pixel), 65 which component this is, 120 compression (1: none, 5: JPEG). The
 * data sets 8:10 together are the image.
 */
const MARK = 0x1c
const COMPRESSION = { none: 1, jpeg: 5 }
const BY_LINE = 3
const BY_PIXEL = 4

export function info(bytes: Uint8Array): RasterInfo {
  const field = described(bytes)
  return rasterInfo(numberOf(field('3:20')), numberOf(field('3:30')))
}

/** The JPEG file inside, if the image is compressed as one. */
export function embedded(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  return numberOf(described(bytes)('3:120')) === COMPRESSION.jpeg ? imageOf(bytes) : undefined
}

export function decode(bytes: Uint8Array): DecodedImage {
  const size = info(bytes)
  const field = described(bytes)
  const compression = numberOf(field('3:120'))
  if (compression !== COMPRESSION.none) {
    throw new Error(`Expected pixels without compression but received compression ${compression}`)
  }
  const pixels = imageOf(bytes)
  const [components = 1, order = 0] = field('3:60')
  if (components === 1) return sampledImage(pixels, size, planes(size, 1))
  if (components !== 3) throw new Error(`Expected 1 or 3 components but received ${components}`)
  const { width, height } = size
  if (order === BY_PIXEL) {
    return sampledImage(pixels, size, { from: 0, row: width * 3, column: 3, channels: [0, 1, 2] })
  }
  if (order === BY_LINE) {
    const channels = [0, width, width * 2]
    return sampledImage(pixels, size, { from: 0, row: width * 3, column: 1, channels })
  }
  if (pixels.length >= width * height * 3) return sampledImage(pixels, size, planes(size, 3))
  return oneComponent(sampledImage(pixels, size, planes(size, 1)), numberOf(field('3:65')) || 1)
}

const planes = ({ width, height }: RasterInfo, count: number) => ({
  from: 0,
  row: width,
  column: 1,
  channels: Array.from({ length: count }, (_, i) => i * width * height),
})

/** Keeps one component. The others are in other files, and 0 here. */
function oneComponent(image: DecodedImage, which: number): DecodedImage {
  for (let i = 0; i < image.data.length; i++) {
    if (i % 4 < 3 && i % 4 !== which - 1) image.data[i] = 0
  }
  return image
}

const numberOf = (value: Uint8Array) => value.reduce((sum, byte) => sum * 256 + byte, 0)

function described(bytes: Uint8Array) {
  const fields = new Map<string, Uint8Array>()
  for (const { name, value } of dataSets(bytes)) {
    if (name === '8:10') break
    fields.set(name, value)
  }
  return (name: string) => fields.get(name) ?? new Uint8Array()
}

function imageOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts = [...dataSets(bytes)].filter(({ name }) => name === '8:10')
  return concatBytes(parts.map(({ value }) => value))
}

/** Reads data sets. Throws a RangeError if one ends beyond the file. */
function* dataSets(bytes: Uint8Array) {
  const data = dataView(bytes)
  let at = 0
  while (bytes[at] === MARK) {
    const name = `${data.getUint8(at + 1)}:${data.getUint8(at + 2)}`
    let length = data.getUint16(at + 3)
    at += 5
    if (length & 0x8000) {
      const digits = length & 0x7fff
      if (digits > 4) throw new Error(`Expected a length of up to 4 bytes but received ${digits}`)
      length = numberOf(bytes.subarray(at, at + digits))
      at += digits
    }
    if (at + length > bytes.length) {
      throw new RangeError(`Expected ${length} bytes of ${name} but received ${bytes.length - at}`)
    }
    yield { name, value: bytes.subarray(at, at + length) }
    at += length
  }
}
