import type { CanonicalRequest } from '../request/canonical.ts'
import type { ProcessingRequest } from '../request/schema.ts'
import type { PixelSource } from '../sources/source.ts'
import { leavesOf, mapPicturesLater } from './pictures.ts'

/**
 * A request whose pictures stay, whatever the caller does to theirs from now on: pixels are copied, `blob:`
 * URLs read. What cannot be had stays as it is, and fails when the job comes to it.
 */
export function owned(
  request: ProcessingRequest,
  fetcher: typeof fetch,
): Promise<ProcessingRequest> {
  return mapPicturesLater(request, (leaf) => own(leaf, fetcher).catch(() => leaf))
}

async function own(leaf: string | PixelSource, fetcher: typeof fetch): Promise<unknown> {
  if (typeof leaf === 'string') {
    return /^\s*blob:/i.test(leaf) ? (await fetcher(leaf.trim())).blob() : leaf
  }
  if ('close' in leaf) return createImageBitmap(leaf)
  return 'data' in leaf && leaf.data.length > 0 ? structuredClone(leaf) : leaf
}

/** Gives back the memory of the copies. */
export function release(request: CanonicalRequest): void {
  for (const leaf of leavesOf(request)) {
    if (typeof leaf !== 'string' && 'close' in leaf) leaf.close()
  }
}
