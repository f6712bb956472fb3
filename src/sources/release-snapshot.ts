import { imagesAndStrings } from '../request/map-images.ts'
import type { NormalizedRequest } from '../request/normalize.ts'

/** Gives back the memory of the copies. */
export function releaseSnapshot(request: NormalizedRequest): void {
  for (const leaf of imagesAndStrings(request)) {
    if (typeof leaf !== 'string' && 'close' in leaf) leaf.close()
  }
}
