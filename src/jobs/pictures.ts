import { isPixelSource, type PixelSource } from '../sources/source.ts'

/** A copy of a request in which every picture and every string went through `change`. */
export function mapPictures<T>(value: T, change: (leaf: string | PixelSource) => unknown): T {
  if (typeof value === 'string' || isPixelSource(value)) return change(value) as T
  if (Array.isArray(value)) return value.map((item) => mapPictures(item, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapPictures(inner, change)]),
  ) as T
}

/** The same, where `change` takes its time. */
export async function mapPicturesLater<T>(
  value: T,
  change: (leaf: string | PixelSource) => Promise<unknown>,
): Promise<T> {
  const changed = new Map<string | PixelSource, unknown>()
  for (const leaf of leavesOf(value)) {
    if (!changed.has(leaf)) changed.set(leaf, await change(leaf))
  }
  return mapPictures(value, (leaf) => changed.get(leaf))
}

export function leavesOf(value: unknown): (string | PixelSource)[] {
  const leaves: (string | PixelSource)[] = []
  mapPictures(value, (leaf) => leaves.push(leaf))
  return leaves
}

/** Decoded pixels, which only a page's memory holds. */
export const isPixels = (leaf: string | PixelSource): leaf is ImageBitmap | ImageData =>
  typeof leaf !== 'string' && 'width' in leaf
