import { bicubic, crop } from '../../test/browser/pictures.ts'

/** Samples are as wide as this, in pixels. */
const WIDTH = 480

export const fetched = async (path: string): Promise<Blob> => (await fetch(path)).blob()

/** A part of a photograph of the Kodak set, scaled to the samples' width. */
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
