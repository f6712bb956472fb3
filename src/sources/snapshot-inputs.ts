import { type ImageSource, isImageSource } from '../contract/image-source.ts'
import { imagesAndStrings } from '../contract/request/map-images.ts'
import type { NormalizedRequest } from '../contract/request/normalize.ts'
import type { ProcessingRequest } from '../contract/request/schema.ts'
import { readPageObject } from './page-object.ts'

/**
 * A request whose images stay, whatever the caller does to theirs from now on: pixels are copied, `blob:` URLs read,
 * objects of the page replaced by what they hold. What cannot be had stays as it is, and fails when the job comes to it.
 */
export async function snapshotInputs(
  request: ProcessingRequest,
  fetcher: typeof fetch,
): Promise<ProcessingRequest> {
  const copies = new Map<unknown, Promise<unknown>>()
  const copyOnce = (leaf: unknown) => {
    const copy = copies.get(leaf) ?? copyLeaf(leaf, fetcher).catch(() => leaf)
    copies.set(leaf, copy)
    return copy
  }
  return (await copyFields(request, copyOnce)) as ProcessingRequest
}

/** Calls `copy` for every leaf before it returns, so that none is missed by a later change. */
function copyFields(value: unknown, copy: (leaf: unknown) => Promise<unknown>): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => copyFields(item, copy)))
  if (Object.prototype.toString.call(value) !== '[object Object]') return copy(value)
  const fields = Object.entries(value as object)
  const copies = fields.map(([, inner]) => copyFields(inner, copy))
  return Promise.all(copies).then((done) =>
    Object.fromEntries(fields.map(([key], i) => [key, done[i]])),
  )
}

async function copyLeaf(leaf: unknown, fetcher: typeof fetch): Promise<unknown> {
  const image = readPageObject(leaf)
  if (typeof image === 'string') {
    return /^\s*blob:/i.test(image) ? readBlobUrl(image.trim(), fetcher) : image
  }
  return isImageSource(image) ? copyImage(image) : image
}

/** A strict policy allows no `fetch` of `blob:`, but mostly images: the pixels are better than nothing. */
function readBlobUrl(url: string, fetcher: typeof fetch): Promise<ImageSource> {
  return fetcher(url)
    .then((response) => response.blob())
    .catch(async (error) => {
      if (!globalThis.Image) throw error
      const element = new Image()
      element.src = url
      await element.decode()
      return createImageBitmap(element)
    })
}

async function copyImage(image: ImageSource): Promise<ImageSource> {
  if ('close' in image) return createImageBitmap(image)
  return 'data' in image && image.data.length > 0 ? structuredClone(image) : image
}

/** Gives back the memory of the copies. */
export function releaseSnapshot(request: NormalizedRequest): void {
  for (const leaf of imagesAndStrings(request)) {
    if (typeof leaf !== 'string' && 'close' in leaf) leaf.close()
  }
}
