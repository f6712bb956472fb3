import type { ImageToImageModel } from '../../models/models.ts'
import type { Box, Size } from '../../src/plan/size.ts'
import type { Flip } from '../image/flip.ts'
import type { RasterImage } from '../image/image.ts'
import type { InferenceContext } from './context.ts'
import type { LoadedModel } from './loaded-model.ts'
import type { TileGrid } from './tiles.ts'

/** What running tiles uses of the worker. */
export type TileContext = Pick<InferenceContext, 'progress' | 'checkpoint' | 'explain'> &
  Partial<Pick<InferenceContext, 'noteComputed'>>

/** What is wrong with the output at a source pixel: it is implausible, or it was not computed. */
export const IMPLAUSIBLE = 1
export const NOT_COMPUTED = 2

export interface Tiled {
  /** RGBA, opaque, `scale` times the image's size. */
  pixels: Uint8ClampedArray<ArrayBuffer>
  /** Of an upscaler: one byte per source pixel, IMPLAUSIBLE, NOT_COMPUTED or 0. */
  suspect?: Uint8Array
}

/** Clears the marks of the source pixels of a core, which may exceed the image. */
export function clearMarks(suspect: Uint8Array, { width, height }: Size, core: Box): void {
  const right = Math.min(core.x + core.width, width)
  const bottom = Math.min(core.y + core.height, height)
  for (let y = core.y; y < bottom; y++) suspect.fill(0, y * width + core.x, y * width + right)
}

/** A network, the tiles that it is to compute, and where their cores go. */
export interface TiledRun {
  image: RasterImage
  loaded: LoadedModel<ImageToImageModel>
  /** On WASM, tiles may be of other shapes than its own. */
  grid: TileGrid
  /** The views of each tile whose outputs are averaged; the first is not mirrored. */
  views: Flip[]
  result: Tiled
}
