import { packedSample } from '../../shared/bits.ts'
import { printedCmykToRgb } from '../../shared/cmyk.ts'
import { decodeImageData } from './image-data.ts'

/** An image in a program: its layout, and the offset of its data. */
export interface EpsImage {
  width: number
  height: number
  /** 1, 2, 4 or 8. */
  bits: number
  /** 1 gray, 3 RGB, 4 CMYK. */
  channels: number
  /** The channels of a row are stored one after the other instead of interleaved. */
  planar: boolean
  /** Rows are stored bottom-up. */
  upwards: boolean
  /** 0 is white, as in previews; in PostScript it is black. */
  inverted: boolean
  start: number
}

const IMAGE_DATA =
  /^%ImageData:\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+"([^"\r\n]{1,100})"/m

/** `width height bits [matrix] {procedure} image`, or `false 3 colorimage`, and the end of that line. */
const OPERATOR =
  /(\d{1,6})\s+(\d{1,6})\s+([1248])\s*\[\s*([^\]]{1,100})\]\s*\{[^{}]{0,200}(?:readhexstring|readstring)[^{}]{0,100}\}\s*(?:bind\s+)?(?:(image)|false\s+([134])\s+colorimage)[ \t]*\r?\n?/

const PREVIEW = /^%%BeginPreview:[ \t]*(\d+)[ \t]+(\d+)[ \t]+(\d+)[ \t]+\d+[^\r\n]*\r?\n?/m

/** Finds the image that the program draws, if a comment or its operator describes it. */
export function findImage(text: string): EpsImage | undefined {
  return fromComment(text) ?? fromOperator(text)
}

/**
 * `%ImageData: columns rows depth mode pads block type "line"` of Photoshop and others: modes 1 gray, 3 RGB, 4 CMYK;
 * a block of 1 is interleaved; the data follows the line that is named.
 */
function fromComment(text: string): EpsImage | undefined {
  const found = IMAGE_DATA.exec(text)
  if (!found) return undefined
  const [width, height, bits, channels, pads, block] = found.slice(1, 7).map(Number) as number[]
  const line = found[8] as string
  const from = found.index + found[0].length
  const escaped = line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const begin = new RegExp(`^${escaped}[ \\t]*(\\r\\n|\\r|\\n)`, 'm').exec(text.slice(from))
  if (!begin || pads !== 0) return undefined
  return raster({
    width,
    height,
    bits,
    channels,
    planar: block !== 1,
    upwards: false,
    inverted: false,
    start: from + begin.index + begin[0].length,
  })
}

function fromOperator(text: string): EpsImage | undefined {
  const found = OPERATOR.exec(text)
  if (!found) return undefined
  const [width, height, bits] = found.slice(1, 4).map(Number)
  const down = Number((found[4] ?? '').trim().split(/\s+/)[3])
  return raster({
    width,
    height,
    bits,
    channels: found[5] ? 1 : Number(found[6]),
    planar: false,
    upwards: down > 0,
    inverted: false,
    start: found.index + found[0].length,
  })
}

/** Finds the preview of an EPSI (EPSF 3.0 section 6): hexadecimal digits in comments, 0 is white. */
export function findPreview(text: string): EpsImage | undefined {
  const found = PREVIEW.exec(text)
  if (!found) return undefined
  const [width, height, bits] = found.slice(1, 4).map(Number)
  return raster({
    width,
    height,
    bits,
    channels: 1,
    planar: false,
    upwards: false,
    inverted: true,
    start: found.index + found[0].length,
  })
}

type Numbers = { [K in keyof EpsImage]: EpsImage[K] | undefined }

function raster(numbers: Numbers): EpsImage | undefined {
  const { width = 0, height = 0, bits = 0, channels = 0 } = numbers
  const known = [1, 2, 4, 8].includes(bits) && [1, 3, 4].includes(channels)
  return width > 0 && height > 0 && known ? (numbers as EpsImage) : undefined
}

/** Decodes an image to RGBA. Throws a RangeError if the data ends too early. */
export function imagePixels(program: Uint8Array, image: EpsImage): Uint8ClampedArray<ArrayBuffer> {
  const { width, height, bits, channels, planar, upwards, start } = image
  const planeBytes = Math.ceil((width * bits) / 8)
  const rowBytes = planar ? planeBytes * channels : Math.ceil((width * channels * bits) / 8)
  // Checked before decoding, so that a small file cannot make it allocate.
  if (rowBytes * height > (program.length - start) * 4) {
    throw new RangeError('an EPS that ends within its image')
  }
  const data = decodeImageData(program.subarray(start), rowBytes * height)
  if (data.length < rowBytes * height) throw new RangeError('an EPS that ends within its image')
  const out = new Uint8ClampedArray(width * height * 4)
  const most = 2 ** bits - 1
  const color = [0, 0, 0, 0]
  for (let y = 0; y < height; y++) {
    const row = (upwards ? height - 1 - y : y) * rowBytes
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < channels; c++) {
        const value = planar
          ? packedSample(data, row + c * planeBytes, x, bits)
          : packedSample(data, row, x * channels + c, bits)
        color[c] = ((image.inverted ? most - value : value) * 255) / most
      }
      put(out, (y * width + x) * 4, color, channels)
    }
  }
  return out
}

function put(out: Uint8ClampedArray, to: number, color: number[], count: number) {
  out[to + 3] = 255
  if (count === 4) printedCmykToRgb(color, out, to)
  else for (let i = 0; i < 3; i++) out[to + i] = color[count === 3 ? i : 0] as number
}
