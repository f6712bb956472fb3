import { mount } from './darkroom/service-worker.js'

/** The page and its scripts, filled in by the build. */
const shell = self.__SHELL__

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open('shell').then((cache) => cache.addAll(shell)))
})

self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (!shell.includes(pathname)) return
  event.stopImmediatePropagation()
  event.respondWith(
    fetch(event.request).catch(() => caches.match(pathname, { cacheName: 'shell' })),
  )
})

mount(self, { offline: true })
