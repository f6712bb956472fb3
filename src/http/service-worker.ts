export { bypassServiceWorker } from '../remote/bypass.ts'
export { type MountOptions, mount } from './mount.ts'
export { type RegisterOptions, ready, register } from './register.ts'
export { type RequestHandler, serveRequests } from './serve-requests.ts'
