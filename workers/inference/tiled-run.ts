import type { ImageToImageModel } from '../../models/models.ts'
import type { Flip } from '../image/flip.ts'
import type { RasterImage } from '../image/image.ts'
import type { InferenceContext } from './context.ts'
import type { LoadedModel } from './loaded-model.ts'
import type { TileGrid } from './tiles.ts'

/** What running tiles uses of the worker. */
export type TileContext = Pick<InferenceContext, 'progress' | 'checkpoint' | 'explain'>

export interface Tiled {
  /** RGBA, opaque, `scale` times the image's size. */
  pixels: Uint8ClampedArray<ArrayBuffer>
  /** Of an upscaler: one byte per source pixel, 1 where the output is implausible. */
  suspect?: Uint8Array
}

/** A network, the tiles that it is to compute, and where their cores go. */
export interface TiledRun {
  image: RasterImage
  loaded: LoadedModel<ImageToImageModel>
  grid: TileGrid
  /** The views of each tile whose outputs are averaged; the first is not mirrored. */
  views: Flip[]
  result: Tiled
}
