import { DarkroomError, isDarkroomError } from '../../../../src/shared/errors.ts'
import { type RasterImage, releaseMemory } from '../../../image/image.ts'
import { withMagickImage } from '../../magick/library.ts'
import type { Encoder } from '../../shared/codec.ts'
import { exifWithDpi } from '../../shared/exif.ts'
import type { ImageMetadata } from '../../shared/header.ts'

const EXIF_PREFIX = new TextEncoder().encode('Exif\0\0')
/** Of 1 to 9. On photographs, 5 takes six times as long and saves 8 per cent, and 7 no more than that. */
const EFFORT = 3

/**
 * JPEG XL by ImageMagick, whose libjxl is the one that is kept up to date. It writes profile and EXIF itself. Quality 100
 * is lossless.
 */
export function jxlEncoder(image: RasterImage, { profile, exif, dpi }: ImageMetadata): Encoder {
  const block = exif ?? (dpi ? exifWithDpi(dpi) : undefined)
  return {
    encode: (quality) =>
      withMagickImage((picture, { Density, DensityUnit, MagickReadSettings }) => {
        picture.read(toPam(image), new MagickReadSettings({ format: 'PAM' }))
        // 0 stands for ImageMagick's own default.
        picture.quality = Math.max(1, quality)
        picture.settings.setDefine('JXL', 'effort', EFFORT)
        // It writes the image's density into the EXIF.
        if (dpi) picture.density = new Density(dpi, DensityUnit.PixelsPerInch)
        if (profile) picture.setProfile('icc', profile)
        if (block) picture.setProfile('exif', new Uint8Array([...EXIF_PREFIX, ...block]))
        return picture.write('JXL', (bytes) => new Blob([bytes.slice()], { type: 'image/jxl' }))
      }).catch((error) => {
        throw isDarkroomError(error) || error instanceof RangeError ? error : unwritable(error)
      }),
    close: () => releaseMemory(image),
  }
}

const unwritable = (cause: unknown) =>
  new DarkroomError(
    'NOT_SUPPORTED',
    `Expected another output_format than jxl, which could not be written: ${(cause as Error).message}`,
    { path: 'output_format', cause },
  )

/** A header of text before the pixels: ImageMagick may read this format. */
function toPam({ pixels, width, height }: RasterImage): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(
    `P7\nWIDTH ${width}\nHEIGHT ${height}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n`,
  )
  const file = new Uint8Array(header.length + pixels.length)
  file.set(header)
  file.set(pixels, header.length)
  return file
}
