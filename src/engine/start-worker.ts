/**
 * Starts the worker. Without `assetsUrl`, the application's bundler finds its script by the expression below, which must
 * stay as it is; with it, the self-contained worker of that folder is started, which may be of another origin.
 */
export function startWorker(assetsUrl?: string): Worker {
  if (assetsUrl === undefined) {
    return new Worker(new URL('../../workers/engine.worker.ts', import.meta.url), {
      type: 'module',
    })
  }
  const folder = new URL(assetsUrl.endsWith('/') ? assetsUrl : `${assetsUrl}/`, document.baseURI)
  const script = new URL('engine.worker.js', folder)
  return script.origin === location.origin
    ? new Worker(script, { type: 'module' })
    : new Worker(importing(script), { type: 'module' })
}

/** A script of the page's origin that imports the worker: workers of other origins are not allowed, imports are. */
function importing(script: URL): string {
  const code = `import ${JSON.stringify(script.href)}`
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
}
