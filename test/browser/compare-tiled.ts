import type { ImageToImageModel } from '../../models/models.ts'
import type { RasterImage } from '../../workers/image/image.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { runTiled } from '../../workers/inference/run-tiled.ts'
import type { TileOptions } from '../../workers/inference/tiles.ts'

export const context = {
  checkpoint: async () => {},
  progress: () => {},
  explain: (error: unknown) => error as Error,
}

/** The largest difference of a byte, and how many pixels only one of both found implausible. */
export async function compare(
  image: RasterImage,
  one: LoadedModel<ImageToImageModel>,
  other: LoadedModel<ImageToImageModel>,
  options?: Partial<TileOptions>,
) {
  const [a, b] = [
    await runTiled(image, one, context, options),
    await runTiled(image, other, context, options),
  ]
  const differences = a.pixels.map((value, i) => Math.abs(value - (b.pixels[i] as number)))
  const differing = a.suspect?.filter((value, i) => value !== b.suspect?.[i]).length
  return {
    most: differences.reduce((most, value) => Math.max(most, value), 0),
    differing,
    suspects: b.suspect?.reduce((sum, value) => sum + value, 0),
  }
}
