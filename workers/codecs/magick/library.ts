import type { IMagickImage } from '@imagemagick/magick-wasm'
import wasm from '@imagemagick/magick-wasm/magick.wasm?url'
import { requestTermination } from '../../heartbeat.ts'
import { compile, once } from '../../image/load-wasm.ts'
import { policy } from './policy.ts'

export type Magick = typeof import('./parts.ts')

/** Bytes that ImageMagick may allocate for images. Beyond them it would go on on a disk, which here is memory too. */
const MEMORY_LIMIT = 2_000_000_000n

const load = once(async () => {
  const [library, module] = await Promise.all([import('./parts.ts'), compile(wasm)])
  return { library, module }
})

/** Undefined if the application has put an empty module in the library's place. */
const start = once(async () => {
  const { library, module } = await load()
  if (WebAssembly.Module.exports(module).length === 0) return undefined
  const configuration = library.ConfigurationFiles.default
  configuration.policy.data = policy
  await library.initializeImageMagick(module, configuration)
  library.ResourceLimits.memory = MEMORY_LIMIT
  library.ResourceLimits.disk = 0n
  return library
})

/** Whether an image crashed the library: it keeps one instance for good, so that only another worker has a sound one. */
let crashed = false

/**
 * Gives `use` an empty image of ImageMagick, and disposes it afterwards. The library is loaded when first needed.
 * @throws DarkroomError NETWORK if it cannot be loaded.
 */
export async function withMagickImage<T>(
  use: (image: IMagickImage, library: Magick) => T,
): Promise<T> {
  const library = await start()
  if (!library) throw new Error('a file that needs ImageMagick, which this application leaves out')
  if (crashed) throw new Error('a file beside one that crashed ImageMagick')
  let image: IMagickImage | undefined
  try {
    image = library.MagickImage.create()
    return use(image, library)
  } catch (error) {
    // Any other error may have left WebAssembly in the middle of something: its memory can no longer be trusted.
    if (!(error instanceof library.MagickError)) {
      image = undefined
      crashed = true
      requestTermination()
    }
    throw error
  } finally {
    image?.dispose()
  }
}
