import { load, loadOnWasm } from '../../scripts/lib/plain-session.ts'
import type { RasterImage } from '../../workers/image/image.ts'
import type { InferenceContext } from '../../workers/inference/context.ts'
import { enlarge } from '../../workers/operations/upscale/enlarge.ts'

/** An image enlarged by SPAN, whole and as Darkroom does, and the share of it that SPAN computed for the second. */
export async function enlargeBoth(image: ImageData, scale: 2 | 4) {
  const { image: whole } = await enlarged(image, scale, false, loadOnWasm)
  const { image: spared, computed } = await enlarged(image, scale, true, loadOnWasm)
  return { whole, spared, computed }
}

/** An image enlarged by SPAN, whole and in fp32. */
export const enlargeInFp32 = async (image: ImageData, scale: 2 | 4) =>
  (await enlarged(image, scale, false, load)).image

async function enlarged(
  { width, height, data }: ImageData,
  scale: 2 | 4,
  isSparing: boolean,
  load: InferenceContext['load'],
) {
  const pixels = data as RasterImage['pixels']
  let computed = 1
  const context: InferenceContext = {
    progress: () => {},
    checkpoint: async () => {},
    explain: (error) => error as Error,
    load,
    loadFixedInput: () => Promise.reject(new Error('no model of one input size')),
    customModelFor: async () => undefined,
    noteUnchanged: () => {},
    noteComputed: (share) => {
      computed = share
    },
  }
  const source = { width, height, pixels, alpha: false }
  const result = await enlarge(source, `span-x${scale}`, scale, context, isSparing)
  return { image: new ImageData(result.pixels, result.width), computed }
}

/** The root mean square of the differences of two images, in each cell of `side` pixels. */
export function cellDifferences(one: ImageData, other: ImageData, side: number): number[] {
  const { width, height } = one
  const columns = Math.ceil(width / side)
  const sums = new Float64Array(columns * Math.ceil(height / side))
  const counts = new Float64Array(sums.length)
  for (let i = 0; i < one.data.length; i++) {
    if (i % 4 === 3) continue
    const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)]
    const cell = Math.floor(y / side) * columns + Math.floor(x / side)
    sums[cell] = (sums[cell] as number) + ((one.data[i] as number) - (other.data[i] as number)) ** 2
    counts[cell] = (counts[cell] as number) + 1
  }
  return Array.from(sums, (sum, i) => Math.sqrt(sum / (counts[i] as number)))
}
