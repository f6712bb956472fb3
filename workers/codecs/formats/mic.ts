import { readCompound } from './compound.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import * as tiff from './tiff/tiff.ts'

/**
 * A Microsoft Image Composer file: a compound file in which every image has a storage `NNNN.ACI` with a TIFF in its
 * stream `Image`. The first of them counts.
 */
export const info = (bytes: Uint8Array): RasterInfo => tiff.info(micTiff(bytes))

export const decode = (bytes: Uint8Array): Promise<DecodedImage> => tiff.decode(micTiff(bytes))

/** The TIFF inside a MIC. */
function micTiff(bytes: Uint8Array): Uint8Array {
  for (const [path, stream] of readCompound(bytes)) {
    if (/^[^/]+\.ACI\/Image$/i.test(path)) return stream
  }
  throw new Error('a MIC with an image: expected a stream Image in a storage .ACI')
}
