import type { IMagickImage } from '@imagemagick/magick-wasm'
import type { Box } from '../../../src/plan/size.ts'
import type { FileFormat } from '../../../src/shared/file-format.ts'
import type { RasterImage } from '../../image/image.ts'
import { once } from '../../image/load-wasm.ts'
import { ascii, copyBytes } from '../shared/bytes.ts'
import type { Codec } from '../shared/codec.ts'
import { validDpi } from '../shared/density.ts'
import { exifDpi } from '../shared/exif.ts'
import type { Header } from '../shared/header.ts'
import { isRgbProfile } from '../shared/icc.ts'
import { srgbProfile } from '../shared/rgb-profiles.ts'
import { type Magick, withMagickImage } from './library.ts'
import type { Coder } from './policy.ts'

const CM_PER_INCH = 2.54
const EXIF = 'Exif\0\0'

type Bytes = Uint8Array<ArrayBuffer>

/** What ImageMagick does not know of a format. */
interface Repair {
  /** Changes the file first. */
  prepare?(bytes: Bytes): Bytes
  /** Changes the header. */
  state?(header: Header, bytes: Bytes): Header
  /** Changes the pixels at last. */
  finish?(image: RasterImage, bytes: Bytes): RasterImage
}

interface Options {
  /** The image of several that is opened. */
  frame?: number
  /** The image is placed on the canvas whose size the header states. */
  onCanvas?: boolean
  /** Called when a file comes. */
  repair?: () => Promise<Repair>
}

/**
 * Opens a format with ImageMagick. Its coder is named, as its own detection takes a raw photo for a TIFF and returns the
 * thumbnail; without one, ImageMagick looks for a signature itself.
 */
export function magick(
  format: FileFormat,
  coder?: Coder,
  { frame = 0, onCanvas = false, repair = async () => ({}) }: Options = {},
): Codec {
  const load = once(repair)
  return {
    by: 'ImageMagick',
    async header(bytes) {
      const { prepare, state } = await load()
      const read = withMagickImage((image, library) => {
        image.ping(prepare?.(bytes) ?? bytes, readSettings(library, frame, coder))
        return readHeader(format, image, library)
      })
      const header = await read.catch((error) => {
        throw readable(error, format)
      })
      return state?.(header, bytes) ?? header
    },
    async decode({ bytes }, { width, height }) {
      const { prepare, finish } = await load()
      return withMagickImage((image, library) => {
        image.read(prepare?.(bytes) ?? bytes, readSettings(library, frame, coder))
        if (!onCanvas && (image.width !== width || image.height !== height)) {
          throw new Error(`an image of ${image.width} x ${image.height}, not ${width} x ${height}`)
        }
        const { x, y } = image.page
        const decoded = toRasterImage(image, library)
        const raster = finish?.(decoded, bytes) ?? decoded
        return onCanvas ? placed(raster, { x, y, width, height }) : raster
      })
    },
  }
}

/** An error of ImageMagick without the names of its temporary files and sources. What its libraries throw has no message. */
function readable(error: unknown, format: FileFormat): unknown {
  const message = (error as Partial<Error> | undefined)?.message
  if (message === undefined) return new Error(`a ${format} file that cannot be read`)
  const [why, source] = message.split(/ [`'][^']*' @ \w+\//)
  return source ? new Error(`a ${format} file that cannot be read (${why})`) : error
}

/** Only one image of several. */
const readSettings = ({ MagickReadSettings }: Magick, frameIndex: number, format?: Coder) =>
  new MagickReadSettings({ ...(format && { format }), frameIndex, frameCount: 1 })

/** An image at (x, y) of a transparent canvas. What lies outside is cut off. */
function placed(image: RasterImage, { x, y, width, height }: Box): RasterImage {
  if (x === 0 && y === 0 && image.width === width && image.height === height) return image
  const pixels = new Uint8ClampedArray(width * height * 4)
  const columns = Math.min(image.width, width - x)
  for (let row = 0; row < Math.min(image.height, height - y) && columns > 0; row++) {
    const from = row * image.width * 4
    pixels.set(image.pixels.subarray(from, from + columns * 4), ((y + row) * width + x) * 4)
  }
  return { ...image, width, height, pixels, alpha: true }
}

function readHeader(format: FileFormat, image: IMagickImage, library: Magick): Header {
  const { width, height, hasAlpha, orientation } = image
  return {
    format,
    width,
    height,
    alpha: hasAlpha,
    // No offset: decode() below applies the orientation itself.
    orientation: { value: orientation || 1 },
    convertToSrgb: !isRgb(image, library),
  }
}

/** The image upright, in RGB of 8 bits. */
function toRasterImage(image: IMagickImage, library: Magick): RasterImage {
  // Bytes in the library's heap, which it uses again as soon as the image is turned.
  const stored = image.getColorProfile()?.data
  const profile = stored && copyBytes(stored)
  const rgb = isRgb(image, library)
  const exif = readExif(image)
  const dpi = readDpi(image, library) ?? (exif && exifDpi(exif))
  image.autoOrient()
  if (!rgb) convertToSrgb(image, library)
  // Without this, samples of more bits are cut off instead of scaled.
  image.depth = 8
  const { width, height, hasAlpha } = image
  const pixels = image.getPixels((all) => all.toByteArray(0, 0, width, height, 'RGBA'))
  if (!pixels) throw new Error('no pixels')
  return {
    width,
    height,
    pixels: new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset, pixels.length),
    alpha: hasAlpha,
    ...(profile && rgb && { profile }),
    ...(dpi && { dpi }),
    ...(exif && { exif }),
  }
}

/** The EXIF block, without the prefix that JPEG needs. */
function readExif(image: IMagickImage): Uint8Array<ArrayBuffer> | undefined {
  const stored = image.getProfile('exif')?.data
  if (!stored) return undefined
  return copyBytes(ascii(stored, 0, EXIF.length) === EXIF ? stored.subarray(EXIF.length) : stored)
}

/** Whether samples are RGB. Gray without a profile counts: as R = G = B it is the same in sRGB. */
function isRgb(image: IMagickImage, { ColorSpace }: Magick): boolean {
  const profile = image.getColorProfile()?.data
  const rgbSpaces: number[] = [ColorSpace.Gray, ColorSpace.RGB, ColorSpace.sRGB]
  return rgbSpaces.includes(image.colorSpace) && (!profile || isRgbProfile(profile))
}

/** Converts by the profile of the file if it has one. */
function convertToSrgb(image: IMagickImage, { ColorProfile, ColorSpace }: Magick): void {
  const converted =
    image.getColorProfile() !== null && image.transformColorSpace(new ColorProfile(srgbProfile()))
  if (!converted) image.colorSpace = ColorSpace.sRGB
}

function readDpi({ density }: IMagickImage, { DensityUnit }: Magick): number | undefined {
  if (density.units === DensityUnit.PixelsPerInch) return validDpi(density.x)
  if (density.units !== DensityUnit.PixelsPerCentimeter) return undefined
  return validDpi(density.x * CM_PER_INCH)
}
