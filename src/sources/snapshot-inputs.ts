import type { Limits } from '../plan/limits.ts'
import { MAX_KEYS, tooManyKeys } from '../request/max-keys.ts'
import type { ProcessingRequest } from '../request/schema.ts'
import { isDarkroomError } from '../shared/errors.ts'
import { type ImageSource, isImageSource } from '../shared/image-source.ts'
import { isPlainObject } from '../shared/is-plain-object.ts'
import { readPageObject } from './page-object.ts'

/**
 * A request whose images stay, whatever the caller does to theirs from now on: pixels are copied, `blob:` URLs read,
 * objects of the page replaced by what they hold. What cannot be had stays as it is, and fails when the job comes to it.
 * @throws DarkroomError TOO_LARGE where the page itself would have to decode an image above the limits, BAD_REQUEST for an
 * object of too many keys.
 */
export async function snapshotInputs(
  request: ProcessingRequest,
  fetcher: typeof fetch,
  limits: Partial<Limits> | undefined,
): Promise<ProcessingRequest> {
  const copies = new Map<unknown, Promise<unknown>>()
  const copyOnce = (leaf: unknown, path: string) => {
    const load = (url: string) => loadImage(url, limits, path)
    const copy = copies.get(leaf) ?? copyLeaf(leaf, fetcher, load).catch(unlessRefused(leaf))
    copies.set(leaf, copy)
    return copy
  }
  return (await copyFields(request, copyOnce)) as ProcessingRequest
}

/** Goes on with `leaf`, unless the image was refused. */
export const unlessRefused =
  <T>(leaf: T) =>
  (error: unknown): T => {
    if (isDarkroomError(error)) throw error
    return leaf
  }

type Copy = (leaf: unknown, path: string) => Promise<unknown>

/** Calls `copy` for every leaf before it returns, so that none is missed by a later change. */
function copyFields(value: unknown, copy: Copy, path = ''): Promise<unknown> {
  const copyInner = (inner: unknown, key: string | number) =>
    copyFields(inner, copy, path ? `${path}.${key}` : `${key}`)
  if (Array.isArray(value)) return Promise.all(value.map(copyInner))
  if (!isPlainObject(value)) return copy(value, path)
  const fields = Object.entries(value as object)
  if (fields.length > MAX_KEYS) throw tooManyKeys(path, fields.length)
  const copies = fields.map(([key, inner]) => copyInner(inner, key))
  return Promise.all(copies).then((done) =>
    Object.fromEntries(fields.map(([key], i) => [key, done[i]])),
  )
}

type Load = (url: string) => Promise<ImageBitmap>

async function copyLeaf(leaf: unknown, fetcher: typeof fetch, load: Load): Promise<unknown> {
  const image = readPageObject(leaf)
  if (typeof image === 'string') {
    return /^\s*blob:/i.test(image) ? readBlobUrl(image.trim(), fetcher, load) : image
  }
  return isImageSource(image) ? copyImage(image) : image
}

/** A strict policy allows no `fetch` of `blob:`, but mostly images: the pixels are better than nothing. */
function readBlobUrl(url: string, fetcher: typeof fetch, load: Load): Promise<ImageSource> {
  return fetcher(url)
    .then((response) => response.blob())
    .catch((error) => {
      if (error instanceof TypeError && globalThis.Image) return load(url)
      throw error
    })
}

/** The limits come on demand: the first script of a page stays small. */
async function loadImage(url: string, limits: Partial<Limits> | undefined, path: string) {
  const { checkDecoded, defaultLimits } = await import('../plan/limits.ts')
  const element = await loadElement(url)
  const { naturalWidth: width, naturalHeight: height } = element
  checkDecoded({ width, height }, { ...defaultLimits, ...limits }, path)
  return createImageBitmap(element)
}

/** Resolves when the size is known: `decode` would take the memory for the pixels. */
function loadElement(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const element = new Image()
    element.onload = () => resolve(element)
    element.onerror = () => reject(new Error(`${url} is no image`))
    element.src = url
  })
}

async function copyImage(image: ImageSource): Promise<ImageSource> {
  if ('close' in image) return createImageBitmap(image)
  return 'data' in image && image.data.length > 0 ? structuredClone(image) : image
}
