import { baseUrl } from '../shared/base-url.ts'
import { openWorker } from './start-worker.ts'

/**
 * Starts the worker whose script is where the application's bundler put it. Bundlers find it by the expression
 * `new Worker(new URL(…, import.meta.url), …)`, which must stay as it is, and rewrite its URL. While it is evaluated,
 * `Worker` is a proxy that sees this URL.
 */
export function startBundledWorker(): Worker {
  const Native = globalThis.Worker
  globalThis.Worker = new Proxy(Native, {
    construct: (_, [url, options]: [string | URL, WorkerOptions?]) =>
      openWorker(unmoved(new URL(url, baseUrl())), options, Native),
  })
  try {
    return new Worker(new URL('../../workers/engine.worker.ts', import.meta.url), {
      type: 'module',
    })
  } finally {
    globalThis.Worker = Native
  }
}

/**
 * The frame that draws SVGs, where the bundler put it. Development servers of Vite add a script to an `.html` file, or do not
 * serve it; of another small file Vite would make a `data:` URL.
 */
function svgFrame(): string {
  const { href } = new URL('../sources/svg/svg-frame.htm?no-inline', import.meta.url)
  return unmoved(new URL(href, baseUrl())).href
}

/**
 * The development server of Vite before 8 serves this script from a folder of bundled dependencies,
 * `node_modules/.vite/deps`, but the worker's script stays in the package.
 */
function unmoved(script: URL): URL {
  const moved = /\/node_modules\/\.[^?#]*\/deps[^/]*\/(?=engine\.worker\.js|svg-frame\.htm)/
  return new URL(script.href.replace(moved, '/node_modules/darkroom-web/dist/'))
}

/** The files that a bundler finds. */
export const bundled = { startWorker: startBundledWorker, svgFrame }
