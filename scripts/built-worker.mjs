import sirv from 'sirv'
import { buildId } from './build/build-id.mjs'
import { buildWorker, root } from './build/worker.mjs'
import { builtOnce } from './built-once.mjs'

const path = '/built-worker'
const files = {
  "new URL('../../workers/engine.worker.ts', import.meta.url)": 'engine.worker.js',
  "new URL('../sources/svg/svg-frame.htm?no-inline', import.meta.url)": 'svg-frame.htm',
}

/**
 * Serves the worker to pages of Vite's development server as it is published: module by module it takes several seconds
 * to start.
 */
export const builtWorker = () => ({
  name: 'built-worker',
  transform: {
    order: 'pre',
    filter: { id: /\/src\/engine\/bundled-worker\.ts$/ },
    handler(code) {
      return Object.entries(files).reduce((replaced, [source, file]) => {
        if (!replaced.includes(source)) this.error(`Expected ${source}`)
        return replaced.replace(source, `new URL('${path}/${file}', location.origin)`)
      }, code)
    },
  },
  configureServer({ middlewares, config }) {
    const setHeaders = (response) => {
      for (const [name, value] of Object.entries(config.server.headers)) {
        response.setHeader(name, value)
      }
    }
    let serve
    middlewares.use(path, (request, response, next) => {
      serve ??= builtOnce('worker', buildId(root), buildWorker).then((dir) =>
        sirv(dir, { dev: true, etag: true, setHeaders }),
      )
      // Without an answer to its request, a page would wait for the worker for minutes.
      serve.then((handle) => handle(request, response, next)).catch(next)
    })
  },
})
