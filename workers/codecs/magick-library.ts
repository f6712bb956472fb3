import wasm from '@imagemagick/magick-wasm/magick.wasm?url'
import { compile, once } from '../image/load-wasm.ts'

export type Magick = typeof import('./magick-parts.ts')['magickParts']

/** Bytes of memory that its images may take together: beyond, it would use a disk that is memory too. */
const MEMORY = 2_000_000_000n

const compiled = once(() => compile(wasm))

/** Runs a task with ImageMagick, which is loaded and started where it is not yet. */
export async function withMagick<T>(task: (library: Magick) => T): Promise<T> {
  const { magickParts: library } = await import('./magick-parts.ts')
  await library.initializeImageMagick(await compiled())
  library.ResourceLimits.memory = MEMORY
  library.ResourceLimits.disk = 0n
  try {
    return task(library)
  } catch (error) {
    // What a broken file brought to a stop, others must not inherit: the next one starts it anew.
    if (error instanceof WebAssembly.RuntimeError) forget(library)
    throw error
  }
}

/** The library holds one instance for good; its own setter takes it away again. */
function forget({ ImageMagick }: Magick): void {
  Object.assign(ImageMagick, { _api: undefined })
}
