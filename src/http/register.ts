import { DarkroomError } from '../contract/errors.ts'
import { serviceWorkers } from './page.ts'
import { CLAIM } from './protocol.ts'

export interface RegisterOptions extends RegistrationOptions {
  /** Origins besides the page's own whose /rest_api/ is answered, for the published classic file. */
  origins?: readonly string[]
}

/**
 * Registers a service worker that calls `mount`, and resolves when this page is under its control: from
 * then on its requests are answered, without a reload.
 * @throws DarkroomError BAD_REQUEST where the scope leaves this page out, or the script fails to install.
 *
 * @example
 * serveRequests(createDarkroom())
 * await register('/service-worker.js')
 * const account = await (await fetch('/rest_api/me', { headers: { 'x-api-key': 'any' } })).json()
 */
export async function register(
  script: string | URL,
  { origins = [], ...options }: RegisterOptions = {},
): Promise<ServiceWorkerRegistration> {
  const url = new URL(script, document.baseURI)
  if (origins.length > 0) url.searchParams.set('origins', origins.join(','))
  const registration = await serviceWorkers().register(url, options)
  if (!location.href.startsWith(registration.scope)) throw outOfScope(registration.scope)
  await activated(registration)
  await controlled(registration)
  return registration
}

/**
 * Resolves when this page is under the control of a service worker that is registered for it.
 *
 * @example
 * serveRequests(createDarkroom())
 * await ready() // registered by another page of the site
 */
export async function ready(): Promise<void> {
  await controlled(await serviceWorkers().ready)
}

async function controlled({ active }: ServiceWorkerRegistration): Promise<void> {
  const container = serviceWorkers()
  const change = new Promise((resolve) => {
    container.addEventListener('controllerchange', resolve, { once: true })
  })
  if (container.controller) return
  // A page that was reloaded by force stays out of control until it is claimed again.
  active?.postMessage({ type: CLAIM })
  await change
}

/** Waits for the newest worker, which may still be about to take the place of another one. */
async function activated({ installing, waiting, active }: ServiceWorkerRegistration) {
  const worker = installing ?? waiting ?? active
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker?.state === 'activated') resolve()
      if (worker?.state === 'redundant') reject(notInstalled(worker.scriptURL))
    }
    worker?.addEventListener('statechange', look)
    look()
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
