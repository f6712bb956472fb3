import { baseUrl } from '../shared/base-url.ts'
import { build } from '../shared/build.ts'
import { unexpected } from '../shared/errors.ts'
import { watchPolicy } from '../shared/load-failure.ts'

/** The URL of each worker's script, for errors. */
const scripts = new WeakMap<Worker, string>()

let watching = false

export const scriptOf = (worker: Worker): string | undefined => scripts.get(worker)

/**
 * Starts the worker of the folder that `assetsUrl` names, which may be of another origin.
 * @throws DarkroomError BAD_REQUEST without that option.
 */
export function startWorker(assetsUrl: string | undefined): Worker {
  if (assetsUrl === undefined) throw unexpected('assetsUrl', 'the URL of a folder', assetsUrl)
  return openWorker(assetUrl(assetsUrl, 'engine.worker.js'), { type: 'module' }, Worker)
}

/** A file of that folder. The query keeps a browser from the cached one of an earlier version. */
export function assetUrl(assetsUrl: string, name: string): URL {
  const folder = new URL(assetsUrl.endsWith('/') ? assetsUrl : `${assetsUrl}/`, baseUrl())
  return new URL(`${name}?v=${encodeURIComponent(build)}`, folder)
}

/** Starts a script, of any origin, by the constructor `Native`. */
export function openWorker(
  script: URL,
  options: WorkerOptions | undefined,
  Native: typeof Worker,
): Worker {
  if (!watching) watchPolicy()
  watching = true
  const foreign = /^https?:/.test(script.protocol) && script.origin !== location.origin
  const url = foreign ? importing(script) : script.href
  const worker = new Native(trusted(url), options)
  scripts.set(worker, script.href)
  return worker
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** The URL as pages with Trusted Types require it. Where they do not allow this policy, their default one has to. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  try {
    policy ??= trustedTypes?.createPolicy('darkroom-web', { createScriptURL: (script) => script })
  } catch {
    return url
  }
  return policy?.createScriptURL(url) ?? url
}

/** A script of the page's origin that imports the worker: workers of other origins are not allowed, imports are. */
function importing(script: URL): string {
  const code = `import ${JSON.stringify(script.href)}`
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
}
