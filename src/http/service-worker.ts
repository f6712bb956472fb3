/**
 * A service worker that answers HTTP requests inside the page, and offline.
 * @module darkroom-web/service-worker
 */
export { matchPrecache } from '../offline/match.ts'
export { type PrecacheOptions, type Precaching, precache } from '../offline/precache.ts'
export { bypassServiceWorker } from '../remote/bypass.ts'
export { type MountOptions, mount } from './mount.ts'
export { type RegisterOptions, ready, register } from './register.ts'
export { type RequestHandler, serveRequests } from './serve-requests.ts'
