import type { Box } from '../../../src/plan/size.ts'
import { IMPLAUSIBLE, type TiledRun } from '../tiled-run.ts'
import type { Buffers } from './buffers.ts'

/** The cores of some tiles on their way down. */
export interface Download {
  /** How many they are. */
  tiles: number
  /** Waits for them, and writes them into the result. Returns of each how many source pixels have an implausible output. */
  take(): Promise<number[]>
}

/** Gathers the cores of tiles on the GPU, and brings several of them down at once. */
export class Downloads {
  /** Their pixels, RGBA, one core after the other. */
  readonly buffer: GPUBuffer
  readonly #gpu: GPUDevice
  readonly #run: TiledRun
  readonly #copies: GPUBuffer[]
  #cores: Box[] = []
  #pixels = 0

  /** For at most `cores` cores at once. */
  constructor(gpu: GPUDevice, run: TiledRun, cores: number, buffers: Buffers) {
    const { tileWidth, tileHeight, tiles } = run.grid
    const { scale } = run.loaded.model
    const bytes = 4 * Math.min(cores, tiles.length) * tileWidth * tileHeight * scale ** 2
    this.#gpu = gpu
    this.#run = run
    this.buffer = buffers.storage(bytes)
    // While one is read, the next is filled.
    this.#copies = [buffers.readable(bytes), buffers.readable(bytes)]
  }

  /** Adds a core. Returns where its pixels belong. */
  add(core: Box): number {
    const to = this.#pixels
    this.#cores.push(core)
    this.#pixels += core.width * core.height * this.#run.loaded.model.scale ** 2
    return to
  }

  /** Begins to bring down what was added. Only one earlier download may not have been taken. */
  begin(): Download {
    const copy = this.#copies.shift() as GPUBuffer
    this.#copies.push(copy)
    const cores = this.#cores
    const bytes = 4 * this.#pixels
    const encoder = this.#gpu.createCommandEncoder()
    encoder.copyBufferToBuffer(this.buffer, 0, copy, 0, bytes)
    this.#gpu.queue.submit([encoder.finish()])
    const mapped = copy.mapAsync(GPUMapMode.READ, 0, bytes)
    // Nobody awaits it once the run has failed.
    mapped.catch(() => {})
    this.#cores = []
    this.#pixels = 0
    return {
      tiles: cores.length,
      take: async () => {
        await mapped
        const pixels = new Uint8ClampedArray(copy.getMappedRange(0, bytes))
        const suspects = write(cores, pixels, this.#run)
        copy.unmap()
        return suspects
      },
    }
  }
}

/** Writes cores into the result, and marks and counts source pixels whose output is implausible: that is transparent. */
function write(
  cores: Box[],
  from: Uint8ClampedArray,
  { image, loaded, result }: TiledRun,
): number[] {
  const { scale } = loaded.model
  const stride = 4 * image.width * scale
  let at = 0
  return cores.map(({ x, y, width, height }) => {
    let suspects = 0
    const bytes = 4 * width * scale
    for (let row = y * scale; row < (y + height) * scale; row++, at += bytes)
      result.pixels.set(from.subarray(at, at + bytes), row * stride + 4 * x * scale)
    for (let v = y; v < y + height; v++) {
      for (let u = x; u < x + width; u++) {
        const alpha = v * scale * stride + 4 * u * scale + 3
        if (result.pixels[alpha] === 255) continue
        result.pixels[alpha] = 255
        suspects++
        if (result.suspect) result.suspect[v * image.width + u] = IMPLAUSIBLE
      }
    }
    return suspects
  })
}
