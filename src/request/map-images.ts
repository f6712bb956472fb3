import { type ImageSource, isImageSource } from '../shared/image-source.ts'
import { isPlainObject } from '../shared/is-plain-object.ts'

/** A copy of a request in which `change` has replaced every image and every string. */
export function mapImages<T>(value: T, change: (leaf: string | ImageSource) => unknown): T {
  if (typeof value === 'string' || isImageSource(value)) return change(value) as T
  if (Array.isArray(value)) return value.map((item) => mapImages(item, change)) as T
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner]) => [key, mapImages(inner, change)]),
  ) as T
}

/** The same with an asynchronous `change`. It is called once for each image, for all of them before this returns. */
export async function mapImagesAsync<T>(
  value: T,
  change: (leaf: string | ImageSource) => Promise<unknown>,
): Promise<T> {
  const copy = mapImages(value, (leaf) => leaf)
  const changing = [...new Set(imagesAndStrings(copy))].map(
    async (leaf) => [leaf, await change(leaf)] as const,
  )
  const changed = new Map(await Promise.all(changing))
  return mapImages(copy, (leaf) => changed.get(leaf))
}

export function imagesAndStrings(value: unknown): (string | ImageSource)[] {
  const leaves: (string | ImageSource)[] = []
  mapImages(value, (leaf) => leaves.push(leaf))
  return leaves
}

/** Decoded pixels exist only in the page's memory. */
export const isDecoded = (leaf: string | ImageSource): leaf is ImageBitmap | ImageData =>
  typeof leaf !== 'string' && 'width' in leaf
