import type { RasterImage } from '../../image/image.ts'
import type { TileGrid } from '../tiles.ts'
import type { Buffers } from './buffers.ts'

/** The rows of an image that a row of tiles reads, RGBA, in a ring: each goes up once. */
export class SourceRows {
  readonly buffer: GPUBuffer
  /** How many there are; row y is at y % count. */
  readonly count: number
  readonly #gpu: GPUDevice
  readonly #image: RasterImage
  #uploaded = 0

  constructor(gpu: GPUDevice, image: RasterImage, { tileHeight }: TileGrid, buffers: Buffers) {
    this.#gpu = gpu
    this.#image = image
    this.count = Math.min(tileHeight, image.height)
    this.buffer = buffers.storage(4 * image.width * this.count)
  }

  /** Uploads the rows above `bottom` that are not there yet. They replace the topmost ones, once these have been read. */
  upload(bottom: number): void {
    const { pixels, width, height } = this.#image
    const bytes = 4 * width
    while (this.#uploaded < Math.min(bottom, height)) {
      const slot = this.#uploaded % this.count
      const rows = Math.min(bottom, height, this.#uploaded + this.count - slot) - this.#uploaded
      const from = this.#uploaded * bytes
      this.#gpu.queue.writeBuffer(this.buffer, slot * bytes, pixels, from, rows * bytes)
      this.#uploaded += rows
    }
  }
}
