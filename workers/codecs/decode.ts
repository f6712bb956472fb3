import type { ImageSource } from '../../src/contract/image-source.ts'
import type { ImageInfo } from '../../src/contract/plan/plan.ts'
import type { RasterImage } from '../image/image.ts'
import { readBitmap } from './bitmap.ts'
import type { Header } from './containers/header.ts'
import { type OpenedFile, openFile, unidentified } from './open-file.ts'
import { swapsSides } from './orient.ts'

/** The size (upright) and format of a source, without decoding it. `path` is the field that errors name. */
export async function metadata(source: ImageSource, path = 'url'): Promise<ImageInfo> {
  if (!(source instanceof Blob)) {
    return { format: 'pixels', width: source.width, height: source.height }
  }
  const { format, header } = await openFile(source, path)
  const { width, height, orientation, notRgb } = header
  const size = swapsSides(orientation.value) ? { width: height, height: width } : { width, height }
  return { format, ...size, ...(notRgb && { converted: true }) }
}

/** Decodes a source into an upright Picture. `path` is the field that errors name. */
export async function decode(source: ImageSource, path = 'url'): Promise<RasterImage> {
  if (source instanceof ImageData) return fromImageData(source)
  if (source instanceof ImageBitmap) return { ...readBitmap(source), alpha: true }
  const file = await openFile(source, path)
  const picture = await decodeFile(file).catch((error) => {
    if (isOutOfMemory(error)) throw error
    throw unidentified(`a ${file.format} file that cannot be decoded`, path)
  })
  const { profile, dpi, exif, notRgb } = file.header
  return {
    ...picture,
    ...(profile && !notRgb && { profile }),
    ...(dpi && { dpi }),
    ...(exif && { exif }),
  }
}

/** By the first that can: what the plan was made of must be what comes. */
async function decodeFile({ able, header, ...file }: OpenedFile): Promise<RasterImage> {
  let failure: unknown
  for (const codec of able) {
    try {
      const own = codec === able[0] ? header : await codec.header(file.bytes)
      if (isSameSize(own, header)) return await codec.decode(file, own)
    } catch (error) {
      if (isOutOfMemory(error)) throw error
      failure ??= error
    }
  }
  throw failure
}

const isSameSize = (a: Header, b: Header) => a.width === b.width && a.height === b.height

/** Engines tell a failed allocation from a read beyond the end of a buffer by words alone. */
const isOutOfMemory = (error: unknown) =>
  error instanceof RangeError && /alloc|memory/i.test(error.message)

async function fromImageData(image: ImageData): Promise<RasterImage> {
  const { data, width, height } = image
  if (data instanceof Uint8ClampedArray && image.colorSpace === 'srgb') {
    return { width, height, pixels: data as Uint8ClampedArray<ArrayBuffer>, alpha: true }
  }
  return { ...readBitmap(await createImageBitmap(image)), alpha: true }
}
