import type { IMagickImage, MagickFormat } from '@imagemagick/magick-wasm'
import type { FileFormat } from '../../src/contract/file-format.ts'
import type { RasterImage } from '../image/image.ts'
import { copyBytes } from './binary/bytes.ts'
import type { Codec } from './codec.ts'
import { validDpi } from './containers/density.ts'
import type { Header } from './containers/header.ts'
import { isRgbProfile } from './containers/icc.ts'
import { type Magick, withMagickImage } from './magick-library.ts'
import { srgbProfile } from './srgb-profile.ts'

const CM_PER_INCH = 2.54

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Opens a format with ImageMagick. The format is named to it, as its own detection takes a raw photo for a TIFF and
 * returns the thumbnail. `prepare` may change the file first.
 */
export const magick = (
  format: FileFormat,
  magickFormat: MagickFormat,
  prepare = (bytes: Bytes) => bytes,
): Codec => ({
  by: 'ImageMagick',
  header: (bytes) =>
    withMagickImage((image, library) => {
      image.ping(prepare(bytes), readSettings(library, magickFormat))
      return readHeader(format, image, library)
    }),
  decode: ({ bytes }, { width, height }) =>
    withMagickImage((image, library) => {
      image.read(prepare(bytes), readSettings(library, magickFormat))
      if (image.width !== width || image.height !== height) {
        throw new Error(`an image of ${image.width} x ${image.height}, not ${width} x ${height}`)
      }
      return toRasterImage(image, library)
    }),
})

/** Only the first image of several. */
const readSettings = ({ MagickReadSettings }: Magick, format: MagickFormat) =>
  new MagickReadSettings({ format, frameIndex: 0, frameCount: 1 })

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
  const profile = image.getColorProfile()?.data
  const rgb = isRgb(image, library)
  const dpi = readDpi(image, library)
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
    ...(profile && rgb && { profile: copyBytes(profile) }),
    ...(dpi && { dpi }),
  }
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
