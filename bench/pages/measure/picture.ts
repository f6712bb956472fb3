import parrots from '../../../demo/parrots.jpg'

/** A photograph as a square of this side. */
export async function squarePhotograph(side: number): Promise<ImageData> {
  const photograph = await createImageBitmap(await (await fetch(parrots)).blob())
  const context = new OffscreenCanvas(side, side).getContext('2d')
  if (!context) throw new Error('Expected a 2D canvas')
  const { width, height } = photograph
  const shortest = Math.min(width, height)
  const [x, y] = [(width - shortest) / 2, (height - shortest) / 2]
  context.drawImage(photograph, x, y, shortest, shortest, 0, 0, side, side)
  return context.getImageData(0, 0, side, side)
}
