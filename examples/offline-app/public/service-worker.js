import { mount } from './darkroom/service-worker.js'

/** The page and its scripts come from the network or, without one, from what the page has stored. */
self.addEventListener('fetch', (event) => {
  const { mode, destination } = event.request
  if (mode !== 'navigate' && !['script', 'image', 'manifest'].includes(destination)) return
  event.stopImmediatePropagation()
  event.respondWith(fetch(event.request).catch(() => caches.match(event.request)))
})

/** Answers the rest: the runtime and the weights that `precache` has stored. */
mount(self, { offline: true })
