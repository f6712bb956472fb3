export { bypassServiceWorker } from '../remote/bypass.ts'
export { type MountOptions, mount } from './mount.ts'
export { type Answering, serveRequests } from './page.ts'
export { type RegisterOptions, ready, register } from './register.ts'
