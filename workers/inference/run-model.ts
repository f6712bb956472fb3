import type { ImageToImageModelName } from '../../models/models.ts'
import type { RasterImage } from '../image/image.ts'
import type { InferenceContext } from './context.ts'
import { runTiled } from './run-tiled.ts'
import { inOneView } from './tiles.ts'

/** Runs a model that keeps the size; the pixels are opaque. */
export async function runModel(
  image: RasterImage,
  model: ImageToImageModelName,
  context: InferenceContext,
): Promise<RasterImage['pixels']> {
  const loaded = await context.load(model)
  return (await runTiled(image, loaded, context)).pixels
}

/** A context whose models run in one view. */
export const withOneView = <C extends InferenceContext>(context: C): C => ({
  ...context,
  load: async (name: ImageToImageModelName) => {
    const loaded = await context.load(name)
    return { ...loaded, model: inOneView(loaded.model) }
  },
})
