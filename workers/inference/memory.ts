import {
  type ImageToImageModel,
  type ImageToImageModelName,
  type ModelName,
  models,
} from '../../models/models.ts'
import type { TileSize } from '../../src/shared/worker/tile-size.ts'
import { alphaBleedBytes, type ImageShape, type Memory, rgbaBytes } from '../image/memory.ts'
import { viewCount } from './run-tiled.ts'
import { largestTile, withTiles } from './tiles.ts'

/** What `runTiled` holds, the image and the result included; `scale` is that of the result, if it is less than the model's. */
export function tiledMemory(
  image: ImageShape,
  name: ImageToImageModelName,
  tiles: TileSize,
  scale: number = models[name].scale,
): Memory {
  const model: ImageToImageModel = withTiles(models[name], tiles)
  const { multiple } = model
  const whole = (length: number) => Math.ceil(length / multiple) * multiple
  const all = whole(image.width) * whole(image.height)
  const tile = Math.min(largestTile(model), all)
  // Beside an output: the sum of those before, and their mean.
  const outputs = viewCount(image, model) > 1 ? 3 : 1
  const reduced = scale < model.scale ? scale ** 2 : 0
  const suspect = scale > 1 ? image.width * image.height : 0
  return {
    arrays:
      rgbaBytes(image) * (1 + scale ** 2) +
      alphaBleedBytes(image) +
      suspect +
      12 * tile * (1 + outputs * model.scale ** 2 + reduced),
    onnxHeap: heapOf(models[name], tile),
  }
}

/** The heap that a tile takes, or the largest one which is known, if it is larger. */
function heapOf({ int8, large, ...usual }: ImageToImageModel, tile: number): number {
  const known = [usual, large, int8, int8?.large].filter((each) => each !== undefined)
  return Math.max(
    ...known.map(({ tilePixels, workingBytes }) => workingBytes * Math.min(1, tile / tilePixels)),
  )
}

/** What a model of one input size holds: its input in several layouts, and what it needs itself where that is known. */
export function fixedInputMemory(name: string): Memory {
  const model = Object.hasOwn(models, name) ? models[name as ModelName] : undefined
  if (!model || !('width' in model)) return { arrays: 0 }
  return { arrays: 4 * 12 * model.width * model.height, onnxHeap: model.workingBytes }
}
