import type { IMagickImage } from '@imagemagick/magick-wasm'
import wasm from '@imagemagick/magick-wasm/magick.wasm?url'
import { DarkroomError } from '../../src/contract/errors.ts'
import { compile, once } from '../image/load-wasm.ts'

export type Magick = typeof import('./magick-parts.ts')['magickParts']

/** Bytes that ImageMagick may allocate for images. Beyond them it would go on on a disk, which here is memory too. */
const MEMORY_LIMIT = 2_000_000_000n

const load = once(async () => {
  const [{ magickParts }, module] = await Promise.all([import('./magick-parts.ts'), compile(wasm)])
  return { library: magickParts, module }
})

/** The instance in use, or on its way. A crash ends it: the next image starts another. */
let running: Promise<Magick> | undefined

/**
 * Gives `use` an empty image of ImageMagick, and disposes it afterwards. The library is loaded when first needed.
 * @throws DarkroomError NETWORK if it cannot be loaded.
 */
export async function withMagickImage<T>(
  use: (image: IMagickImage, library: Magick) => T,
): Promise<T> {
  let library: Magick
  let instance: Promise<Magick>
  do {
    running ??= start()
    instance = running
    library = await instance
    // Another image may have crashed this instance meanwhile.
  } while (instance !== running)
  let image: IMagickImage | undefined
  try {
    image = library.MagickImage.create()
    return use(image, library)
  } catch (error) {
    // Any other error may have left WebAssembly in the middle of something: its memory can no longer be trusted.
    if (!(error instanceof library.MagickError)) {
      image = undefined
      discardInstance(library)
    }
    throw error
  } finally {
    image?.dispose()
  }
}

async function start(): Promise<Magick> {
  try {
    const { library, module } = await load()
    await library.initializeImageMagick(module)
    library.ResourceLimits.memory = MEMORY_LIMIT
    library.ResourceLimits.disk = 0n
    return library
  } catch (error) {
    running = undefined
    throw error
  }
}

/**
 * The library keeps one instance for good and has no call to replace it. The setter that takes the instance away is
 * part of its code, but not of its types, so another version may lack it: then no image is opened any more, rather than
 * by a broken instance. (A second copy of the module would do without the setter, but no bundler evaluates one twice.)
 */
function discardInstance({ ImageMagick }: Magick): void {
  const setter = Object.getOwnPropertyDescriptor(ImageMagick, '_api')?.set
  setter?.call(ImageMagick, undefined)
  running = setter ? undefined : Promise.reject(cannotRestart())
  running?.catch(() => undefined)
}

const cannotRestart = () =>
  new DarkroomError('INTERNAL', 'ImageMagick crashed, and this version of it cannot be restarted')
