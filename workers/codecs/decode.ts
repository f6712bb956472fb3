import { isDarkroomError } from '../../src/contract/errors.ts'
import type { ImageSource, OpenedImage } from '../../src/contract/image-source.ts'
import type { Metadata } from '../../src/contract/worker/api.ts'
import type { RasterImage } from '../image/image.ts'
import { isAnimated } from './animated.ts'
import { readBitmap } from './bitmap.ts'
import type { Header } from './containers/header.ts'
import {
  type OpenedFile,
  openFile,
  remainingCodecs,
  reopenFile,
  toFileHeader,
  unidentifiedImage,
} from './open-file.ts'
import { swapsSides } from './orient.ts'

/**
 * Reads the format and the upright size of a source, without decoding it. `path` is the field that errors name.
 * @throws DarkroomError as `openFile`.
 */
export async function metadata(source: ImageSource, path = 'url'): Promise<Metadata> {
  if (!(source instanceof Blob)) {
    return { info: { format: 'pixels', width: source.width, height: source.height } }
  }
  const file = await openFile(source, path)
  const { width, height, orientation, convertToSrgb, animated } = file.header
  const size = swapsSides(orientation.value) ? { width: height, height: width } : { width, height }
  return {
    info: {
      format: file.format,
      ...size,
      ...(convertToSrgb && { converted: true }),
      ...((animated || isAnimated(file.header.format, file.bytes)) && { animated: true }),
    },
    header: toFileHeader(file),
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
  const file = header ? await reopenFile(image, header) : await openFile(image, path)
  const decoded = await decodeFile(file).catch((error) => {
    if (isEnvironmentFailure(error)) throw error
    throw unidentifiedImage(`a ${file.format} file that cannot be decoded`, path)
  })
  const { profile, dpi, exif, convertToSrgb } = file.header
  return {
    ...decoded,
    ...(profile && !convertToSrgb && { profile }),
    ...(dpi && { dpi }),
    ...(exif && { exif }),
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

const isSameSize = (a: Header, b: Header) => a.width === b.width && a.height === b.height

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
