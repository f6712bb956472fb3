import { expect, it } from 'vitest'
import { plain } from '../../bench/lib/cut-outs.ts'
import { models } from '../../models/models.ts'
import { bicubic, decoded, draw } from '../../scripts/lib/pictures.ts'
import { load } from '../../scripts/lib/plain-session.ts'
import { flipPlanes } from '../../workers/image/flip.ts'
import { findMatte } from '../../workers/operations/background/find-matte.ts'
import type { OperationContext } from '../../workers/operations/operation.ts'
import { needed } from './pictures.ts'

const SIDE = models.matte.width
const size = { width: SIDE, height: SIDE }

const alphaOf = async (image: ImageData) => (await plain(image)).alpha as Float32Array

/** The answer to the mirror image, mirrored back. */
async function mirroredAlphaOf({ data }: ImageData): Promise<Float32Array> {
  const mirrored = draw(SIDE, SIDE, (x, y) => {
    const at = (y * SIDE + SIDE - 1 - x) * 4
    return [data[at] as number, data[at + 1] as number, data[at + 2] as number]
  })
  const alpha = await alphaOf(mirrored)
  flipPlanes(alpha, size, { x: true, y: false })
  return alpha
}

const context = {
  checkpoint: async () => {},
  explain: (error: unknown) => error as Error,
  loadFixedInput: async () => ({ ...(await load('matte')), model: models.matte }),
} as unknown as OperationContext

it.for([
  ['a car', 'cutout/car-2.jpg', 'it'],
  ['a face that fills its frame', 'kodak/kodim15.png', 'it and its mirror image'],
] as const)(
  'the alpha of %s (%s) before refinement is what the same weights in plain onnxruntime answer to %s, but for cleared parts',
  async ([, path, asked], test) => {
    const image = await bicubic(await decoded(await needed(path, test)), SIDE, SIDE)
    const straight = await alphaOf(image)
    const mirrored = asked === 'it' ? straight : await mirroredAlphaOf(image)
    const alpha = straight.map((value, i) => (value + (mirrored[i] as number)) / 2)
    const pixels = image.data as Uint8ClampedArray<ArrayBuffer>
    const found = await findMatte({ ...size, pixels, alpha: false }, 'auto', context)
    let [worst, held, cleared] = [0, 0, 0]
    found?.values.forEach((value, i) => {
      const same = alpha[i] as number
      if (value > 0) worst = Math.max(worst, Math.abs(value - same))
      else cleared += same
      held += value
    })
    expect(held / alpha.length).toBeGreaterThan(0.1)
    expect(worst).toBeLessThan(0.02)
    expect(cleared / alpha.length).toBeLessThan(0.01)
  },
)
