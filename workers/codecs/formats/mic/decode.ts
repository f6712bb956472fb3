import { CompoundFile } from '../../shared/compound-file.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import * as tiff from '../tiff/decode.ts'

/**
 * Microsoft Image Composer: a compound file in which each image is a storage `NNNN.ACI` whose stream `Image` is a TIFF. The
 * first is decoded, as Pillow does. A stream `Commands` has lines of numbers for what was done to them (145 the canvas,
 * 971 its color, 184 an image and its place, as far as one sample tells): Microsoft has not published what they mean.
 */
export const info = (bytes: Uint8Array): RasterInfo => tiff.info(micTiff(bytes))

export const decode = (bytes: Uint8Array): Promise<DecodedImage> => tiff.decode(micTiff(bytes))

/** The TIFF inside a MIC. */
function micTiff(bytes: Uint8Array): Uint8Array {
  const file = new CompoundFile(bytes)
  const path = file.paths.find((name) => /^[^/]+\.ACI\/Image$/i.test(name))
  const stream = path && file.read(path)
  if (stream) return stream
  throw new Error('a MIC with an image: expected a stream Image in a storage .ACI')
}
