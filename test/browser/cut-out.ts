import { fromPng, shared } from './pictures.ts'

/** The photographs with reference cut-outs; not all that there may be. */
export const cutOuts = ['animal-1', 'animal-3', 'car-2', 'girl-1']

interface CutOut {
  photograph: Blob
  reference: ImageData
}

/** One of the shared data; undefined where it is absent. */
export async function sharedCutOut(name: string): Promise<CutOut | undefined> {
  const [photograph, file] = await Promise.all([
    shared(`cutout/${name}.jpg`),
    shared(`cutout/${name}.out.png`),
  ])
  return photograph && file && { photograph, reference: await fromPng(file) }
}

const alphaAt = ({ data }: ImageData, i: number) => data[i * 4 + 3] as number

/** Intersection over union of what is more than half there. */
export function overlap(a: ImageData, b: ImageData): number {
  let [both, either] = [0, 0]
  for (let i = 0; i < a.width * a.height; i++) {
    const [one, other] = [alphaAt(a, i) > 127, alphaAt(b, i) > 127]
    if (one && other) both++
    if (one || other) either++
  }
  return either === 0 ? 1 : both / either
}
