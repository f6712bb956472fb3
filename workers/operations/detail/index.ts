import { type Box, isSameSize } from '../../../src/plan/size.ts'
import { bilinearRows } from '../../image/bilinear.ts'
import { cropImage } from '../../image/crop.ts'
import { eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { beside, peakOf, planeBytes, resampleMemory, rgbaBytes } from '../../image/memory.ts'
import { mixColor } from '../../image/mix-color.ts'
import type { Plane } from '../../image/plane.ts'
import { resample, scaleTo } from '../../image/resample.ts'
import type { Operation, OperationContext, StepOf } from '../operation.ts'
import { agreement, comparedSize } from './agreement.ts'

/** Pixels over which the source fades in from a border with what was generated. */
const FEATHER = 8
/** Planes of the copies that are compared. */
const PLANES = 8

/**
 * Puts the pixels of the image that was sent back where what came back shows the same, in place. Alpha stays as it came
 * back.
 */
const detail: Operation<StepOf<'detail'>> = {
  async run(image, { frame, box }, context) {
    const isLaidOut = isSameSize(image, frame)
    const own = isLaidOut ? await scaleTo(await context.input('sent'), box) : undefined
    const mask = own && (await compare(own, image, box))
    if (own && mask) await putBack(own, image, box, mask, context)
    else context.observe({ detailLost: true })
    return image
  },
  inputs: () => ['sent'],
  memory(image, { box }, { sent }) {
    const small = comparedSize(box)
    return beside(
      rgbaBytes(image),
      peakOf(
        { arrays: sent.decodeBytes },
        resampleMemory(sent, box),
        beside(2 * rgbaBytes(box), resampleMemory({ ...box, alpha: true }, small)),
        { arrays: rgbaBytes(box) + 2 * rgbaBytes(small) + planeBytes(small, PLANES) },
      ),
    )
  },
}

/** Where both show the same, at the size of the copies. */
async function compare(own: RasterImage, image: RasterImage, box: Box): Promise<Plane | undefined> {
  const size = { ...comparedSize(box), filter: 'triangle' } as const
  const small = await resample(own, size)
  return agreement(small, await resample(cropImage(image, box), size))
}

function putBack(
  own: RasterImage,
  image: RasterImage,
  box: Box,
  mask: Plane,
  context: OperationContext,
): Promise<void> {
  const maskRow = bilinearRows(mask, box)
  const [across, down] = [
    edgeWeights(box.x, box.width, image.width),
    edgeWeights(box.y, box.height, image.height),
  ]
  return eachRow(box, context, [0.5, 1], (y) => {
    const shares = maskRow(y)
    let from = y * box.width * 4
    let to = ((box.y + y) * image.width + box.x) * 4
    for (let x = 0; x < box.width; x++, from += 4, to += 4) {
      const share = (shares[x] as number) * (across[x] as number) * (down[y] as number)
      mixColor(image.pixels, to, own.pixels, from, share)
    }
  })
}

/** Along one side of the box: 1 inside, falling to 0 at its ends, unless the image ends there as well. */
function edgeWeights(start: number, length: number, whole: number): Float32Array {
  const weights = new Float32Array(length).fill(1)
  for (let i = 0; i < Math.min(FEATHER, length); i++) {
    const weight = (i + 0.5) / FEATHER
    if (start > 0) weights[i] = Math.min(weights[i] as number, weight)
    const end = length - 1 - i
    if (start + length < whole) weights[end] = Math.min(weights[end] as number, weight)
  }
  return weights
}

export default detail
