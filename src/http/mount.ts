import { type Check, checkOptions, flag, text } from '../shared/check-options.ts'
import { answerRequests } from './answer-requests.ts'

export interface MountOptions {
  /** Origins besides the service worker's own whose /rest_api/ is answered here. */
  origins?: readonly string[]
  /**
   * Whether GET requests are answered from what `precache` stored, before the network is asked. A service worker that
   * answers all requests itself leaves this out, and calls `matchPrecache`.
   */
  offline?: boolean
}

export const mountChecks: Record<keyof MountOptions, Check> = {
  origins: {
    expected: 'an array of origins',
    isValid: (value) => Array.isArray(value) && value.every(text.isValid),
  },
  offline: flag,
}

/**
 * Makes a service worker forward requests for /rest_api/* to an open page that called `serveRequests`; all other
 * requests pass untouched. It keeps no state between requests, so the browser may stop and restart it at any time.
 *
 * @example
 * // service-worker.js, bundled as a script of its own
 * import { mount } from 'darkroom-web/service-worker'
 *
 * mount(self, { origins: ['https://api.example.com'] })
 */
export function mount(self: EventTarget, options: MountOptions = {}): void {
  checkOptions(options, mountChecks, 'mount')
  answerRequests(self, options)
}
