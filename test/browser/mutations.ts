import { shared } from '../../scripts/lib/pictures.ts'
import { mutated, randomFrom } from '../mutate.ts'
import { run } from './run.ts'

/** Answers that a damaged file may get. */
const ANSWERS = ['an image', 'UNIDENTIFIED_IMAGE', 'TOO_LARGE']
/** The longest time that one may take. */
const SOON_MS = 30_000
/** Pixels that are decoded at most, so that files that claim to be large do not take long. */
const DECODED_PIXELS = 8e6

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 48" width="64" height="48">
<defs><linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient></defs>
<rect width="64" height="48" fill="url(#g)"/><text x="9" y="20" font-size="9">text</text>
<path d="M10 10C20 20 40 20 50 10" stroke="blue" fill="none"/></svg>`

/** One file or more of each format that ImageMagick, three.js or the page opens. The others are in formats-fuzz.test.ts. */
export const mutable = [
  'rotated.heic',
  'alpha.jxl',
  'alpha.qoi',
  'bayer.dng',
  'bright-piz.exr',
  'bright-b44.exr',
  'bright.hdr',
  'animated.avif',
  'animated.webp',
  'drawing.svg',
]

const fileOf = async (name: string) =>
  name.endsWith('.svg') ? new Blob([SVG]) : ((await shared(`made/${name}`)) as Blob)

/** Runs damaged copies of a file one after another, and returns those that ended in neither an image nor an error. */
export async function failuresOfMutations(
  name: string,
  count: number,
  seed: number,
): Promise<string[]> {
  const bytes = new Uint8Array(await (await fileOf(name)).arrayBuffer())
  const random = randomFrom(seed)
  const failures: string[] = []
  for (let i = 0; i < count; i++) {
    const start = performance.now()
    const answer = await run(
      { url: new Blob([mutated(bytes, random)]), width: 16, output_format: 'png' },
      { provider: 'wasm', limits: { decodedPixels: DECODED_PIXELS, decodeSeconds: 10 } },
    ).then(() => 'an image', (error) => error.code) // biome-ignore format: a pair
    const ms = performance.now() - start
    if (!ANSWERS.includes(answer)) failures.push(`${i}: ${answer}`)
    else if (ms > SOON_MS) failures.push(`${i}: ${answer} after ${Math.round(ms)} ms`)
  }
  return failures
}
