/**
 * `createDarkroom` without a reference to the worker.
 * @module darkroom-web/external-assets
 */
import type { Darkroom } from './darkroom.ts'
import { LazyDarkroom } from './lazy-darkroom.ts'
import type { DarkroomOptions } from './options.ts'

export * from './public.ts'

/**
 * `createDarkroom` for applications whose bundler cannot process the worker, or shall not: this entry refers to no file
 * but scripts of the page. `assetsUrl` names the folder that `npx darkroom-web assets` filled.
 * @throws DarkroomError BAD_REQUEST on `remote.baseUrl` or `remote.apiKey`.
 *
 * @example
 * import { createDarkroom } from 'darkroom-web/external-assets'
 *
 * const darkroom = createDarkroom({ assetsUrl: '/darkroom/' })
 */
export function createDarkroom(options: DarkroomOptions & { assetsUrl: string }): Darkroom {
  return new LazyDarkroom(options)
}
