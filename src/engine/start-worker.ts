import { baseUrl } from '../shared/base-url.ts'
import { build } from '../shared/build.ts'
import { DarkroomError, unexpected } from '../shared/errors.ts'
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
  const ways = { direct: () => script.href, blob: () => blobOf(script), data: () => dataOf(script) }
  const url = ways[wayToStart(script, globalThis.origin)]()
  try {
    const worker = new Native(trusted(url), options)
    scripts.set(worker, script.href)
    return worker
  } catch (error) {
    throw startFailure(script, error)
  }
}

/** What is thrown where a worker may not even be started. */
function startFailure({ href, protocol }: URL, cause: unknown): unknown {
  const failure = (text: string) =>
    new DarkroomError('NETWORK', `${href} could not be loaded: ${text}`, { cause })
  if (protocol.endsWith('-extension:') && globalThis.location?.protocol !== protocol) {
    return failure(
      'a content script may not start workers of its extension. Use an offscreen document',
    )
  }
  if (cause instanceof TypeError && !policy && 'trustedTypes' in globalThis) {
    return failure(
      'the Content Security Policy forbids it by require-trusted-types-for. Allow darkroom-web in trusted-types',
    )
  }
  return cause
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

/**
 * What starts a script. Workers of other origins are not allowed, imports are: by a `blob:` URL of the page's origin, or, where
 * that is opaque (a sandboxed frame, a file) and allows it none, by a `data:` URL.
 */
export function wayToStart(script: URL, pageOrigin: string): 'direct' | 'blob' | 'data' {
  if (!/^https?:/.test(script.protocol) || script.origin === pageOrigin) return 'direct'
  return pageOrigin === 'null' ? 'data' : 'blob'
}

const importing = ({ href }: URL) => `import ${JSON.stringify(href)}`

const dataOf = (script: URL) => `data:text/javascript,${encodeURIComponent(importing(script))}`

const blobOf = (script: URL) =>
  URL.createObjectURL(new Blob([importing(script)], { type: 'text/javascript' }))
