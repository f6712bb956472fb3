importScripts('darkroom/darkroom-service-worker.js')
