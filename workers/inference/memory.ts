import {
  type FixedInputModel,
  type ImageToImageModel,
  type ImageToImageModelName,
  type ModelName,
  models,
} from '../../models/models.ts'
import type { Size } from '../../src/plan/size.ts'
import type { TileSize } from '../../src/shared/worker/tile-size.ts'
import { alphaBleedBytes, type ImageShape, type Memory, rgbaBytes } from '../image/memory.ts'
import { viewCount } from './run-tiled.ts'
import { largestTile, tileGrid, withTiles } from './tiles.ts'

/** What `runTiled` holds, the image and the result included; `scale` is that of the result, if it is less than the model's. */
export function tiledMemory(
  image: ImageShape,
  name: ImageToImageModelName,
  tiles: TileSize,
  scale: number = models[name].scale,
): Memory {
  const { int8, ...fp32 }: ImageToImageModel = models[name]
  const model = withTiles(fp32, tiles)
  const networks = int8 ? [fp32, { ...fp32, ...int8 }] : [fp32]
  const needs = networks.map((each) => tileNeeds(image, each, tiles))
  const tile = Math.max(...needs.map(({ pixels }) => pixels))
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
    onnxHeap: Math.max(...needs.map(({ heap }) => heap)),
  }
}

/** Most pixels of a tile, and the heap that it takes: that of a tile of known size, if that is smaller. */
function tileNeeds(image: Size, network: ImageToImageModel, tiles: TileSize) {
  const { large, ...usual } = network
  const pixels = tilePixels(image, withTiles(network, tiles))
  const known = large ? [usual, large] : [usual]
  const heaps = known.map((each) => each.workingBytes * Math.min(1, pixels / each.tilePixels))
  return { pixels, heap: Math.max(...heaps) }
}

/** One that enlarges leaves out plain cells, and may cover the others by larger tiles than its grid's. */
function tilePixels({ width, height }: Size, model: ImageToImageModel): number {
  const largest = largestTile(model)
  if (model.scale > 1) return Math.min(largest, width * height)
  const { tileWidth, tileHeight } = tileGrid(width, height, { ...model, tilePixels: largest })
  return tileWidth * tileHeight
}

/** What a model of one input size holds: its input in several layouts, and what it needs itself where that is known. */
export function fixedInputMemory(name: string): Memory {
  const model = Object.hasOwn(models, name) ? models[name as ModelName] : undefined
  if (!model || !('width' in model)) return { arrays: 0 }
  const { width, height, channels = 3, largest, workingBytes = 0, int8 }: FixedInputModel = model
  return {
    arrays: 4 * 4 * channels * (largest ?? width * height),
    onnxHeap: Math.max(workingBytes, int8?.workingBytes ?? 0),
  }
}
