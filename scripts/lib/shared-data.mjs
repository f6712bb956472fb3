import { createReadStream, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { inProject } from './in-project.mjs'

/** DARKROOM_SHARED replaces ../shared. A folder that does not exist simulates a fresh clone. */
const shared = resolve(process.env.DARKROOM_SHARED ?? inProject('../shared'), 'data')
const fixtures = inProject('test/fixtures')

/**
 * Finds a file or folder of the test data: the whole set in ../shared/data, else the small one in test/fixtures,
 * where photographs are JPEGs in place of PNGs.
 */
export function findData(path) {
  const candidates = [
    resolve(shared, path),
    resolve(fixtures, path),
    resolve(fixtures, path.replace(/\.png$/, '.jpg')),
  ]
  return candidates.find(
    (file) => existsSync(file) && (file.startsWith(shared) || file.startsWith(fixtures)),
  )
}

/** Whether a file or folder of the test data is that of the whole set. */
export const isShared = (path) => existsSync(resolve(shared, path))

/** Says that something is not measured, or not written, for want of the whole set. */
export const skip = (what, path) => console.log(`${what}: skipped: needs ../shared/data/${path}`)

/** A Vite plugin that serves the test data under /shared-data/; 404 for what is missing. */
export const sharedData = () => ({
  name: 'shared-data',
  configureServer: ({ middlewares }) => {
    middlewares.use('/shared-data', (request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://localhost')
      const file = findData(decodeURIComponent(pathname).slice(1))
      if (file && statSync(file).isFile()) return void createReadStream(file).pipe(response)
      response.statusCode = 404
      response.end()
    })
  },
})
