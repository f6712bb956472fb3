import { random } from '../../scripts/lib/pictures.ts'
import mono from '../../test/fonts/ibm-plex-mono.woff?url'
import serif from '../../test/fonts/ibm-plex-serif.woff?url'
import sans from '../../test/fonts/karla.woff?url'

/** Fonts that were not used in training. */
export const fonts = { sans, serif, mono }

/** Paper and ink colours of the four quarters of a page. */
const inks = [
  ['#ffffff', '#000000'],
  ['#f4f1e8', '#403a30'],
  ['#16202c', '#e8eef4'],
  ['#ffffff', '#1f5fbf'],
] as const
const letters = 'eeeeettttaaaooiinnssrrhhldcumwfgypbvkxjqzABCDEFGHKLMNPRSTW0123456789'

/** Draws an opaque page of made-up words in one font, 24 to 56 px high. */
export async function page(
  font: keyof typeof fonts,
  width: number,
  height: number,
  seed: number,
): Promise<ImageData> {
  const face = new FontFace('unseen', `url(${fonts[font]})`)
  document.fonts.add(await face.load())
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  const next = random(seed + 1)
  for (const [i, [paper, ink]] of inks.entries()) {
    const [top, bottom] = [(height * i) / inks.length, (height * (i + 1)) / inks.length]
    context.fillStyle = paper
    context.fillRect(0, top, width, bottom - top)
    context.fillStyle = ink
    const size = 24 + 32 * next()
    context.font = `${size}px unseen`
    for (let y = top + size; y < bottom; y += 1.3 * size) context.fillText(line(next), 4, y)
  }
  document.fonts.delete(face)
  return context.getImageData(0, 0, width, height)
}

const line = (next: () => number) => Array.from({ length: 12 }, () => word(next)).join(' ')

const word = (next: () => number) =>
  Array.from(
    { length: 1 + Math.floor(8 * next()) },
    () => letters[Math.floor(letters.length * next())],
  ).join('')
