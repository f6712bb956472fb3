import type { ImageSource } from '../contract/image-source.ts'
import { imagesAndStrings, mapImagesAsync } from '../contract/request/map-images.ts'
import type { NormalizedRequest } from '../contract/request/normalize.ts'
import type { ProcessingRequest } from '../contract/request/schema.ts'

/**
 * A request whose images stay, whatever the caller does to theirs from now on: pixels are copied, `blob:`
 * URLs read. What cannot be had stays as it is, and fails when the job comes to it.
 */
export function snapshotInputs(
  request: ProcessingRequest,
  fetcher: typeof fetch,
): Promise<ProcessingRequest> {
  return mapImagesAsync(request, (leaf) => snapshot(leaf, fetcher).catch(() => leaf))
}

async function snapshot(leaf: string | ImageSource, fetcher: typeof fetch): Promise<unknown> {
  if (typeof leaf === 'string') {
    return /^\s*blob:/i.test(leaf) ? (await fetcher(leaf.trim())).blob() : leaf
  }
  if ('close' in leaf) return createImageBitmap(leaf)
  return 'data' in leaf && leaf.data.length > 0 ? structuredClone(leaf) : leaf
}

/** Gives back the memory of the copies. */
export function releaseSnapshot(request: NormalizedRequest): void {
  for (const leaf of imagesAndStrings(request)) {
    if (typeof leaf !== 'string' && 'close' in leaf) leaf.close()
  }
}
