import type { ImageToImageModel } from '../../models/models.ts'
import type { Size } from '../../src/plan/size.ts'
import type { LoadedModel } from './loaded-model.ts'

/** A model that enlarges by 4, as one that enlarges by 2. */
export const halveOutput = (
  loaded: LoadedModel<ImageToImageModel>,
): LoadedModel<ImageToImageModel> => ({
  ...loaded,
  model: { ...loaded.model, scale: 2 },
  reduce: 2,
})

/** The means of 2 x 2 values of three planes; `width` and `height` are those of the result. */
export function averageBy2(values: Float32Array, { width, height }: Size): Float32Array {
  const out = new Float32Array(3 * width * height)
  for (let y = 0, to = 0; y < 3 * height; y++) {
    for (let x = 0, from = y * 4 * width; x < width; x++, from += 2, to++) {
      const above = (values[from] as number) + (values[from + 1] as number)
      const below = (values[from + 2 * width] as number) + (values[from + 2 * width + 1] as number)
      out[to] = (above + below) / 4
    }
  }
  return out
}
