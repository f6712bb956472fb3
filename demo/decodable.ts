import type { Darkroom } from 'darkroom-web'

let darkroom: Darkroom | undefined

/** Must be called before the first image is shown. */
export const setUpDecodable = (by: Darkroom): void => {
  darkroom = by
}

/**
 * Loads an image into an element. What the browser cannot decode, such as JPEG XL in most browsers, is shown as a PNG that
 * Darkroom makes of it. Resolves with how it is shown; undefined if the element shows another image by now.
 */
export async function loadDecodable(
  image: HTMLImageElement,
  url: string,
): Promise<'as it is' | 'as PNG' | 'never' | undefined> {
  image.crossOrigin = 'anonymous'
  image.src = url
  const { src } = image
  if (await decodes(image)) return 'as it is'
  if (image.src !== src) return undefined
  const png = await pngOf(url).catch(() => undefined)
  if (image.src !== src) return undefined
  if (!png) return 'never'
  const shown = URL.createObjectURL(png)
  image.src = shown
  const decoded = await decodes(image)
  URL.revokeObjectURL(shown)
  if (image.src !== shown) return undefined
  return decoded ? 'as PNG' : 'never'
}

const decodes = (image: HTMLImageElement): Promise<boolean> =>
  image.decode().then(() => true, () => false) // biome-ignore format: a pair

async function pngOf(url: string): Promise<Blob | undefined> {
  if (!darkroom) return undefined
  const file = await (await fetch(url)).blob()
  const { job, blob } = await darkroom.run({ url: file, output_format: 'png' })
  await darkroom.deleteResult(job)
  return blob
}
