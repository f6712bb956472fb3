import { bicubic, crop } from '../lib/pictures.ts'

/** Width of the samples, in pixels. */
const WIDTH = 480

export const fetched = async (path: string): Promise<Blob> => (await fetch(path)).blob()

/** Returns a crop of a Kodak photograph, scaled to the samples' width. */
export async function photograph(
  number: string,
  x: number,
  y: number,
  width: number,
  height: number,
): Promise<ImageData> {
  const part = await crop(await fetched(`/photograph/${number}`), x, y, width, height)
  return bicubic(part, WIDTH, Math.round((WIDTH * height) / width))
}
