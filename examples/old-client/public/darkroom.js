import { createDarkroom } from './darkroom/index.js'
import { register, serveRequests } from './darkroom/service-worker.js'

serveRequests(createDarkroom({ assetsUrl: 'darkroom/' }))
// Resolves once the service worker controls this page: the scripts after this one wait for it.
await register('service-worker.js', { origins: ['https://images.example.com'] })
