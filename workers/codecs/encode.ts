import { fitsWebp } from '../../src/contract/plan/limits.ts'
import type { LocalPlan } from '../../src/contract/plan/plan.ts'
import type { Output } from '../../src/contract/plan/steps.ts'
import type { OutputFormat } from '../../src/contract/request/normalize.ts'
import type { Checkpoints } from '../image/each-row.ts'
import { hasTransparency, type RasterImage } from '../image/image.ts'
import { rewriteExif } from './containers/exif.ts'
import type { ImageMetadata } from './containers/header.ts'
import { setJpegMetadata } from './containers/jpeg.ts'
import { setPngMetadata } from './containers/png.ts'
import { setWebpMetadata } from './containers/webp.ts'
import { openEncoder } from './encoders.ts'
import { fitSize } from './fit-size.ts'

const setMetadata = { jpeg: setJpegMetadata, png: setPngMetadata, webp: setWebpMetadata }

export interface Encoded {
  blob: Blob
  /** 0 to 100; of jpeg and webp only. */
  quality?: number
}

/**
 * Encodes an image and gives its memory back. `quality` counts for jpeg and webp. Transparency turns white in a jpeg.
 * @throws DarkroomError FILE_SIZE_UNREACHABLE on `max_file_size`.
 */
export async function encode(
  image: RasterImage,
  { source, output }: Pick<LocalPlan, 'source' | 'output'>,
  context: Checkpoints,
): Promise<Encoded> {
  const transparent = hasTransparency(image)
  const format =
    output.format === 'auto' ? autoFormat(source.format, transparent, image) : output.format
  const { quality, maxFileSize } = output
  const pixels = image.width * image.height
  const tags = outputMetadata(image, output)
  const encoder = await openEncoder(image, format, transparent)
  // Browsers add a profile of their own: the result says what its source said.
  const encodeAt = async (q: number) => setMetadata[format](await encoder.encode(q), tags)
  try {
    if (format === 'png') return { blob: await encodeAt(quality) }
    if (!maxFileSize) return { blob: await encodeAt(quality), quality }
    return await fitSize(encodeAt, { format, pixels, quality, bytes: maxFileSize }, context)
  } finally {
    encoder.close()
  }
}

function autoFormat(
  source: LocalPlan['source']['format'],
  transparent: boolean,
  image: RasterImage,
): OutputFormat {
  if (source === 'jpeg' && !transparent) return 'jpeg'
  return source === 'webp' && fitsWebp(image) ? 'webp' : 'png'
}

function outputMetadata({ width, height, ...image }: RasterImage, output: Output): ImageMetadata {
  const { profile } = image
  const dpi = output.dpi ?? image.dpi
  const exif =
    output.exif && image.exif
      ? rewriteExif(image.exif, { width, height, ...(dpi && { dpi }) })
      : undefined
  return { ...(profile && { profile }), ...(dpi && { dpi }), ...(exif && { exif }) }
}
