import { fitsFormat } from '../../src/plan/limits.ts'
import type { LocalPlan } from '../../src/plan/plan.ts'
import type { Output } from '../../src/plan/steps.ts'
import type { OutputFormat } from '../../src/request/normalize.ts'
import type { Checkpoints } from '../image/each-row.ts'
import { hasTransparency, type RasterImage } from '../image/image.ts'
import { toBitmap } from './bitmap.ts'
import { openEncoder } from './encoders.ts'
import { fitSize } from './fit-size.ts'
import { setAvifMetadata } from './formats/avif/metadata.ts'
import { setJpegMetadata } from './formats/jpeg/segments.ts'
import { setPngMetadata } from './formats/png/chunks.ts'
import { setWebpMetadata } from './formats/webp/chunks.ts'
import { rewriteExif } from './shared/exif.ts'
import type { ImageMetadata } from './shared/header.ts'

const setMetadata = {
  jpeg: setJpegMetadata,
  png: setPngMetadata,
  webp: setWebpMetadata,
  avif: setAvifMetadata,
  // Its encoder has written them.
  jxl: async (file: Blob) => file,
}

export interface Encoded {
  blob: Blob
  bitmap?: ImageBitmap
  /** The quality that was used, 0 to 100; for jpeg, webp, avif and jxl only. */
  quality?: number
  /** Whether transparency became white, which a jpeg does not have. */
  transparencyLost: boolean
  /** Whether EXIF was asked for, and the image has none that can be read. */
  exifMissing: boolean
}

/**
 * Encodes an image into the file that the plan asks for, and frees its pixels. In a jpeg, transparency becomes white. Where
 * a bitmap is asked for that cannot state the image's colors, it makes a png, which can.
 * @throws DarkroomError FILE_SIZE_UNREACHABLE if no quality fits into `max_file_size`.
 */
export async function encode(
  image: RasterImage,
  { source, output }: Pick<LocalPlan, 'source' | 'output'>,
  context: Checkpoints,
): Promise<Encoded> {
  const bitmap = output.bitmap && (await toBitmap(image))
  if (bitmap) return { blob: new Blob(), bitmap, transparencyLost: false, exifMissing: false }
  const transparent = hasTransparency(image)
  const format =
    output.format === 'auto' ? autoFormat(source.format, transparent, image) : output.format
  const { quality, maxFileSize } = output
  const pixels = image.width * image.height
  const metadata = outputMetadata(image, output)
  const encoder = await openEncoder(image, format, transparent, metadata)
  // Browsers write a profile of their own; the result must have the one of its source.
  const encodeAt = async (q: number) => setMetadata[format](await encoder.encode(q), metadata)
  try {
    const losses = {
      transparencyLost: transparent && format === 'jpeg',
      exifMissing: output.exif && !metadata.exif,
    }
    if (format === 'png') return { blob: await encodeAt(quality), ...losses }
    if (!maxFileSize) return { blob: await encodeAt(quality), quality, ...losses }
    const target = { format, pixels, quality, bytes: maxFileSize }
    return { ...(await fitSize(encodeAt, target, context)), ...losses }
  } finally {
    encoder.close()
  }
}

/** The format of the source, if results can be written in it and it can hold the image; else png. */
function autoFormat(
  source: LocalPlan['source']['format'],
  transparent: boolean,
  image: RasterImage,
): OutputFormat {
  if (source === 'jpeg' && !transparent && fitsFormat('jpeg', image)) return 'jpeg'
  return source === 'webp' && fitsFormat('webp', image) ? 'webp' : 'png'
}

/** The source's profile and, if asked for, its EXIF; the density that was asked for, or else the source's. */
function outputMetadata({ width, height, ...image }: RasterImage, output: Output): ImageMetadata {
  const { profile } = image
  const dpi = output.dpi ?? image.dpi
  const exif =
    output.exif && image.exif
      ? rewriteExif(image.exif, { width, height, ...(dpi && { dpi }) })
      : undefined
  return { ...(profile && { profile }), ...(dpi && { dpi }), ...(exif && { exif }) }
}
