import { isPixelSource, type PixelSource } from '../sources/source.ts'

/** A copy of a request in which every picture and every string went through `change`. */
export function mapPictures<T>(value: T, change: (leaf: string | PixelSource) => unknown): T {
  if (typeof value === 'string' || isPixelSource(value)) return change(value) as T
  if (Array.isArray(value)) return value.map((item) => mapPictures(item, change)) as T
  if (Object.prototype.toString.call(value) !== '[object Object]') return value
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner]) => [key, mapPictures(inner, change)]),
  ) as T
}

/** The same, where `change` takes its time. It is called for all pictures at once, each once, before this returns. */
export async function mapPicturesLater<T>(
  value: T,
  change: (leaf: string | PixelSource) => Promise<unknown>,
): Promise<T> {
  const copy = mapPictures(value, (leaf) => leaf)
  const changing = [...new Set(leavesOf(copy))].map(
    async (leaf) => [leaf, await change(leaf)] as const,
  )
  const changed = new Map(await Promise.all(changing))
  return mapPictures(copy, (leaf) => changed.get(leaf))
}

export function leavesOf(value: unknown): (string | PixelSource)[] {
  const leaves: (string | PixelSource)[] = []
  mapPictures(value, (leaf) => leaves.push(leaf))
  return leaves
}

/** Decoded pixels, which only a page's memory holds. */
export const isPixels = (leaf: string | PixelSource): leaf is ImageBitmap | ImageData =>
  typeof leaf !== 'string' && 'width' in leaf
