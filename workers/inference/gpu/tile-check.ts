import type { ImageToImageModel } from '../../../models/models.ts'
import type { Size } from '../../../src/plan/size.ts'
import { floatsOf, tensorOf } from '../fp16/tensors.ts'
import { marginOf, PERIOD, STRIDE } from '../known-answers.ts'
import type { LoadedModel } from '../loaded-model.ts'

/** How far the output of a tile is from the values of `models/build/checks.py`, at places that are spread over its inside. */
export async function tileDifference(
  { ort, session, model, precision }: LoadedModel<ImageToImageModel>,
  { width, height }: Size,
  answers: number[],
): Promise<number> {
  const input = tensorOf(ort, periods(width, height), [1, 3, height, width], precision)
  const { output } = await session.run({ input })
  if (!output) return Number.NaN
  const values = floatsOf(await output.getData(true))
  output.dispose()
  const places = placesIn({ width, height }, model, answers.length)
  const differences = places.map((at, i) =>
    Math.abs((values[at] as number) - (answers[i] as number)),
  )
  return Math.max(...differences)
}

/** Where a tile's output has the value that a period has at each multiple of `STRIDE`, in one period after another. */
export function placesIn(
  { width, height }: Size,
  { scale, halo }: Pick<ImageToImageModel, 'scale' | 'halo'>,
  count: number,
): number[] {
  const margin = marginOf(halo)
  const inside = (length: number) => Math.floor(length / PERIOD) - 2 * margin
  const [columns, rows, side] = [inside(width), inside(height), PERIOD * scale]
  return Array.from({ length: count }, (_, i) => {
    const at = (i * STRIDE) % (3 * side * side)
    // Spread evenly, from corner to corner.
    const cell = Math.round((i / Math.max(1, count - 1)) * (columns * rows - 1))
    const x = (margin + (cell % columns)) * side + (at % side)
    const y = (margin + Math.floor(cell / columns)) * side + (Math.floor(at / side) % side)
    return (Math.floor(at / (side * side)) * height * scale + y) * width * scale + x
  })
}

/** The formula is that of `models/build/checks.py`. */
function periods(width: number, height: number): Float32Array {
  const values = new Float32Array(3 * width * height)
  const turn = (2 * Math.PI) / PERIOD
  values.forEach((_, i) => {
    const column = (i % width) % PERIOD
    const row = (Math.floor(i / width) % height) % PERIOD
    const channel = Math.floor(i / (width * height))
    const waves =
      0.5 +
      0.25 * Math.sin(2 * turn * column + 0.3 * channel) +
      0.1 * Math.cos(3 * turn * row - 0.5 * channel)
    values[i] = waves + (row > column ? 0.1 : -0.1)
  })
  return values
}
