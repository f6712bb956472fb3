import type { Darkroom } from './darkroom.ts'
import { LazyDarkroom } from './lazy-darkroom.ts'
import type { DarkroomOptions } from './options.ts'

/**
 * Creates an image processing service inside the page. All errors are `DarkroomError`s.
 * @throws DarkroomError BAD_REQUEST on `remote.baseUrl` or `remote.apiKey`.
 *
 * @example
 * const darkroom = createDarkroom()
 * const job = await darkroom.run({ url: file, width: '200%', output_format: 'webp' })
 * image.src = job.result_url
 */
export function createDarkroom(options: DarkroomOptions = {}): Darkroom {
  return new LazyDarkroom(
    options,
    {},
    async () => (await import('./engine/bundled-worker.ts')).bundled,
  )
}
