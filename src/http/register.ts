import { type Check, checkOptions, oneOf, text } from '../shared/check-options.ts'
import { DarkroomError } from '../shared/errors.ts'
import { mountChecks } from './mount.ts'
import { CLAIM } from './protocol.ts'
import { serviceWorkerContainer } from './serve-requests.ts'

export interface RegisterOptions extends RegistrationOptions {
  /** Origins besides the page's own whose /rest_api/ is answered. For the published classic script. */
  origins?: readonly string[]
  /** Whether files that `precache` stored are answered. For the published classic script. */
  offline?: boolean
}

const checks: Record<keyof RegisterOptions, Check> = {
  ...mountChecks,
  scope: { expected: 'a URL', isValid: (value) => text.isValid(value) || value instanceof URL },
  type: oneOf(['classic', 'module']),
  updateViaCache: oneOf(['imports', 'all', 'none']),
}

/**
 * Registers a service worker that calls `mount`. Resolves when it controls this page: from then on it answers the
 * page's requests, without a reload.
 * @throws DarkroomError BAD_REQUEST where its scope does not include this page, or the script fails to install.
 *
 * @example
 * serveRequests(createDarkroom())
 * await register('/service-worker.js')
 * const account = await (await fetch('/rest_api/me', { headers: { 'x-api-key': 'any' } })).json()
 */
export async function register(
  script: string | URL,
  options: RegisterOptions = {},
): Promise<ServiceWorkerRegistration> {
  checkOptions(options, checks, 'register')
  const { origins = [], offline = false, ...registration } = options
  const url = new URL(script, document.baseURI)
  if (origins.length > 0) url.searchParams.set('origins', origins.join(','))
  if (offline) url.searchParams.set('offline', '1')
  const registered = await serviceWorkerContainer().register(url, registration)
  if (!location.href.startsWith(registered.scope)) throw outOfScope(registered.scope)
  await waitForActivation(registered)
  await waitForControl(registered)
  return registered
}

/**
 * Resolves when the service worker that is registered for this page controls it.
 *
 * @example
 * serveRequests(createDarkroom())
 * await ready() // registered by another page of the site
 */
export async function ready(): Promise<void> {
  await waitForControl(await serviceWorkerContainer().ready)
}

async function waitForControl({ active }: ServiceWorkerRegistration): Promise<void> {
  const container = serviceWorkerContainer()
  const change = new Promise((resolve) => {
    container.addEventListener('controllerchange', resolve, { once: true })
  })
  if (container.controller) return
  // After a forced reload a page is not controlled until the worker claims it.
  active?.postMessage({ type: CLAIM })
  await change
}

/** Waits for the newest worker, which may still be replacing another one. */
async function waitForActivation({ installing, waiting, active }: ServiceWorkerRegistration) {
  const worker = installing ?? waiting ?? active
  await new Promise<void>((resolve, reject) => {
    const checkState = () => {
      if (worker?.state === 'activated') resolve()
      if (worker?.state === 'redundant') reject(notInstalled(worker.scriptURL))
    }
    worker?.addEventListener('statechange', checkState)
    checkState()
  })
}

const outOfScope = (scope: string) =>
  new DarkroomError(
    'BAD_REQUEST',
    `Expected a scope that holds this page but received ${scope}: serve the script from a folder above it, or with a Service-Worker-Allowed header`,
    { path: 'scope' },
  )

const notInstalled = (script: string) =>
  new DarkroomError('BAD_REQUEST', `The service worker could not be installed: ${script}`, {
    path: 'script',
  })
