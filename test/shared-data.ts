import { createReadStream, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../../shared/data', import.meta.url))

/** Serves the pictures beside the project under /shared-data/; 404 where there are none. */
export function sharedData(): Plugin {
  return {
    name: 'shared-data',
    configureServer: ({ middlewares }) => {
      middlewares.use('/shared-data', (request, response) => {
        const file = join(
          folder,
          normalize(decodeURIComponent(request.url ?? '')).replace(/\?.*$/, ''),
        )
        const found = file.startsWith(folder) && statSync(file, { throwIfNoEntry: false })?.isFile()
        if (!found) response.statusCode = 404
        if (found) createReadStream(file).pipe(response)
        else response.end()
      })
    },
  }
}
