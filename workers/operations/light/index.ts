import type { Size } from '../../../src/plan/size.ts'
import type { Checkpoints } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { rgbaBytes } from '../../image/memory.ts'
import type { Operation, StepOf } from '../operation.ts'
import { stretchContrast } from './contrast.ts'
import { localContrast, localContrastBytes } from './hdr-light.ts'
import { exposureFusion, exposureFusionBytes } from './hdr-light-advanced.ts'
import { type Relight, relight } from './relight.ts'

type Light = StepOf<'light'>

/** Computes the new luma of each pixel. `bytes` is the memory that it needs beside the image. */
interface Method {
  find(image: RasterImage, context: Checkpoints): Promise<Relight>
  bytes(image: Size): number
}

const methods: Record<Light['type'], Method> = {
  contrast: { find: stretchContrast, bytes: () => 0 },
  hdr_light: { find: localContrast, bytes: localContrastBytes },
  hdr_light_advanced: { find: exposureFusion, bytes: exposureFusionBytes },
}

/** Changes luma only: the channels of a pixel are scaled by one factor. In place. */
const light: Operation<Light> = {
  async run(image, { type, level }, context) {
    if (level === 0) return image
    const target = await methods[type].find(image, context)
    await relight(image, target, level, context, [0.3, 1])
    return image
  },
  memory: (image, { type }) => ({ arrays: rgbaBytes(image) + methods[type].bytes(image) }),
}

export default light
