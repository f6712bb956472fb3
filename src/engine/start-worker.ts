/**
 * Starts the engine's worker. Without `assetsUrl` the application's bundler has found it by this very
 * expression; with it, the self-contained worker in that folder is taken, from another origin too.
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

/** Workers must come from the page's own origin; a module they import need not. */
function importing(script: URL): string {
  const code = `import ${JSON.stringify(script.href)}`
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
}
