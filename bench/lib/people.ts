import { canvasResize, decoded, shared } from '../../scripts/lib/pictures.ts'

/** Longer side in pixels. */
const SIDE = 600

/** A canvas with one of the Kodak photographs, as large as covers it. */
export async function photographOn(width: number, height: number, seed: number) {
  const name = String(1 + 2 * (seed % 12)).padStart(2, '0')
  const ground = await createImageBitmap((await shared(`kodak/kodim${name}.png`)) as Blob)
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('no canvas')
  const scale = Math.max(width / ground.width, height / ground.height)
  context.drawImage(ground, 0, 0, ground.width * scale, ground.height * scale)
  return context
}

/**
 * A person or a thing of the training data, as opaque as the mask says. Of portraits only the person is known: before a
 * photograph.
 */
export async function subject(maskPath: string, seed: number): Promise<ImageData> {
  const file = async (path: string) => decoded(await (await fetch(path)).blob())
  const mask = await file(maskPath)
  let colors = await file(maskPath.replace('.png', '.jpg'))
  const { width, height } = colors
  if (maskPath.includes('/people/')) {
    const context = await photographOn(width, height, seed)
    context.drawImage(await createImageBitmap(withAlpha(colors, mask)), 0, 0)
    colors = context.getImageData(0, 0, width, height)
  }
  const scale = Math.min(1, SIDE / Math.max(width, height))
  const small = (image: ImageData) =>
    canvasResize(image, Math.round(width * scale), Math.round(height * scale), true)
  return withAlpha(await small(colors), await small(mask))
}

function withAlpha(image: ImageData, { data }: ImageData): ImageData {
  for (let i = 3; i < data.length; i += 4) image.data[i] = data[i - 3] as number
  return image
}
