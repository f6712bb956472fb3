import type { IMagickImage, MagickFormat } from '@imagemagick/magick-wasm'
import type { FileFormat } from '../../src/contract/file-format.ts'
import type { RasterImage } from '../image/image.ts'
import { copyBytes } from './binary/bytes.ts'
import type { Codec } from './codec.ts'
import { validDpi } from './containers/density.ts'
import type { Header } from './containers/header.ts'
import { isRgbProfile } from './containers/icc.ts'
import { type Magick, withMagick } from './magick-library.ts'
import { srgbProfile } from './srgb-profile.ts'

const CM_PER_INCH = 2.54

type Bytes = Uint8Array<ArrayBuffer>

/**
 * ImageMagick, told the format by its own name: by itself it would take a raw photograph for a TIFF and hand out the
 * thumbnail. `prepare` changes the file's bytes before.
 */
export const magick = (
  format: FileFormat,
  name: MagickFormat,
  prepare = (bytes: Bytes) => bytes,
): Codec => ({
  by: 'ImageMagick',
  header: (bytes) =>
    withMagick((library) =>
      withImage(library, (image) => {
        image.ping(prepare(bytes), settingsOf(library, name))
        return headerOf(format, image, library)
      }),
    ),
  decode: ({ bytes }, { width, height }) =>
    withMagick((library) =>
      withImage(library, (image) => {
        image.read(prepare(bytes), settingsOf(library, name))
        if (image.width !== width || image.height !== height) {
          throw new Error(`an image of ${image.width} x ${image.height}, not ${width} x ${height}`)
        }
        return pictureOf(image, library)
      }),
    ),
})

function withImage<T>(library: Magick, use: (image: IMagickImage) => T): T {
  const image = library.MagickImage.create()
  try {
    return use(image)
  } finally {
    image.dispose()
  }
}

/** Of several images the first. */
function settingsOf({ MagickReadSettings }: Magick, format: MagickFormat) {
  return new MagickReadSettings({ format, frameIndex: 0, frameCount: 1 })
}

function headerOf(format: FileFormat, image: IMagickImage, library: Magick): Header {
  const { width, height, hasAlpha, orientation } = image
  return {
    format,
    width,
    height,
    alpha: hasAlpha,
    // Where the library says so, it also turns the image: nobody else must.
    orientation: { value: orientation || 1 },
    convertToSrgb: !isRgb(image, library),
  }
}

/** The image upright, in RGB. */
function pictureOf(image: IMagickImage, library: Magick): RasterImage {
  const profile = image.getColorProfile()?.data
  const rgb = isRgb(image, library)
  const dpi = densityOf(image, library)
  image.autoOrient()
  if (!rgb) toSrgb(image, library)
  // Deeper samples would come out as they are, not scaled.
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

/** Whether the numbers are RGB, or gray without a profile, which is the same. */
function isRgb(image: IMagickImage, { ColorSpace }: Magick): boolean {
  const profile = image.getColorProfile()?.data
  const { Gray, RGB, sRGB } = ColorSpace
  const known: number[] = [Gray, RGB, sRGB]
  return known.includes(image.colorSpace) && (!profile || isRgbProfile(profile))
}

/** By the file's profile where it has one. */
function toSrgb(image: IMagickImage, { ColorProfile, ColorSpace }: Magick): void {
  const converted =
    image.getColorProfile() !== null && image.transformColorSpace(new ColorProfile(srgbProfile()))
  if (!converted) image.colorSpace = ColorSpace.sRGB
}

function densityOf({ density }: IMagickImage, { DensityUnit }: Magick): number | undefined {
  if (density.units === DensityUnit.PixelsPerInch) return validDpi(density.x)
  if (density.units !== DensityUnit.PixelsPerCentimeter) return undefined
  return validDpi(density.x * CM_PER_INCH)
}
