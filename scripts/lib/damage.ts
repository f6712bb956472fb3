import type { Damage } from '../../src/shared/worker/details.ts'
import type { RasterImage } from '../../workers/image/image.ts'
import { damageIn as lookAt } from '../../workers/operations/upscale/damage-in.ts'

/** What an enlargement by `mode: auto` finds, by the pixels and the header. */
export const damageIn = async (image: RasterImage): Promise<Damage | undefined> =>
  (await lookAt(image, { checkpoint: async () => {} })).damage
