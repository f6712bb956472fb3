import { orientedSize } from '../../src/plan/orientation.ts'
import { isSameSize } from '../../src/plan/size.ts'
import { isDarkroomError } from '../../src/shared/errors.ts'
import type { FileHeader, ImageSource, OpenedImage } from '../../src/shared/image-source.ts'
import type { Metadata } from '../../src/shared/worker/api.ts'
import type { RasterImage } from '../image/image.ts'
import { readBitmap } from './browser/bitmap.ts'
import { formats } from './formats.ts'
import {
  infoOf,
  openFile,
  remainingCodecs,
  reopenFile,
  toFileHeader,
  unidentifiedImage,
} from './open-file.ts'
import { keepFile, startDecoding, takeDecoded } from './recent-files.ts'
import type { OpenedFile } from './shared/codec.ts'

/** Larger images take as long as what could be done meanwhile is short. In pixels. */
const MAX_AHEAD = 4e6

/**
 * Reads the format and the upright size of a source, without decoding it. `path` is the field that errors name. With
 * `keep`, the file is not read again by the run that comes next.
 * @throws DarkroomError as `openFile`.
 */
export async function metadata(
  source: ImageSource,
  path = 'url',
  { keep = false } = {},
): Promise<Metadata> {
  if (!(source instanceof Blob)) {
    return { info: { format: 'pixels', width: source.width, height: source.height } }
  }
  const file = await openFile(source, path)
  const { orientation, convertToSrgb, animated, aperture } = file.header
  return {
    info: {
      format: file.format,
      ...orientedSize(file.header, orientation.value),
      ...(aperture && { decoded: aperture.stored }),
      ...(convertToSrgb && { converted: true }),
      ...((animated || hasFrames(file)) && { animated: true }),
    },
    header: toFileHeader(file, keep ? keepFile(file) : undefined),
  }
}

/** Whether a file has several frames, where its header does not say so. False for one that cannot be read. */
function hasFrames({ header, bytes }: OpenedFile): boolean {
  try {
    return formats[header.format].isAnimated?.(bytes) ?? false
  } catch {
    return false
  }
}

/**
 * Decodes an image, upright. `path` is the field that errors name.
 * @throws DarkroomError as `openFile`, and UNIDENTIFIED_IMAGE if the pixels cannot be decoded. A RangeError of a failed
 * allocation is thrown as it is.
 */
export async function decode({ image, header }: OpenedImage, path = 'url'): Promise<RasterImage> {
  if (image instanceof ImageData) return fromImageData(image)
  if (image instanceof ImageBitmap) return { ...readBitmap(image), alpha: true }
  if (header)
    return (await decodedAhead(header)) ?? decodeOpened(await reopenFile(image, header, path), path)
  return decodeOpened(await openFile(image, path), path)
}

/** Starts to decode a file whose header was just read, if the browser does so beside the worker. */
export function decodeAhead(header: FileHeader): void {
  const { header: read, reader, recent } = infoOf(header)
  const isBrowsers = formats[reader.format].codecs[reader.codec]?.by === 'browser'
  const { width, height } = read.aperture?.stored ?? read
  if (isBrowsers && width * height <= MAX_AHEAD) {
    startDecoding(recent, (file) => decodeOpened(file, 'url'))
  }
}

/** What was decoded ahead. A failure is told by decoding again. */
const decodedAhead = (header: FileHeader): Promise<RasterImage | undefined> | undefined =>
  takeDecoded(infoOf(header).recent)?.catch(() => undefined)

async function decodeOpened(file: OpenedFile, path: string): Promise<RasterImage> {
  const decoded = await decodeFile(file).catch((error) => {
    if (isEnvironmentFailure(error)) throw error
    throw unidentifiedImage(`a ${file.format} file that cannot be decoded`, path)
  })
  const { profile, dpi, exif, convertToSrgb, quality } = file.header
  return {
    ...decoded,
    ...(profile && !convertToSrgb && { profile }),
    ...(dpi && { dpi }),
    ...(exif && { exif }),
    ...(quality && { jpegQuality: quality }),
  }
}

/** Decodes with the first codec that can, and that sees the size that the plan was made for. */
async function decodeFile(file: OpenedFile): Promise<RasterImage> {
  let failure: unknown
  for (const [i, codec] of remainingCodecs(file).entries()) {
    try {
      const header = i === 0 ? file.header : await codec.header(file.bytes)
      if (isSameSize(header, file.header)) return await codec.decode(file, header)
    } catch (error) {
      if (isEnvironmentFailure(error)) throw error
      failure ??= error
    }
  }
  throw failure
}

/** Whether the machine failed, not the file: there was no memory, or a codec could not be loaded. */
const isEnvironmentFailure = (error: unknown) => isDarkroomError(error) || isOutOfMemory(error)

/** Engines throw a RangeError for a failed allocation and for a read beyond the end: only the message differs. */
const isOutOfMemory = (error: unknown) =>
  error instanceof RangeError && /alloc|memory/i.test(error.message)

async function fromImageData(image: ImageData): Promise<RasterImage> {
  const { data, width, height } = image
  if (data instanceof Uint8ClampedArray && image.colorSpace === 'srgb') {
    return { width, height, pixels: data as Uint8ClampedArray<ArrayBuffer>, alpha: true }
  }
  return { ...readBitmap(await createImageBitmap(image)), alpha: true }
}
