import type * as Http from '../../src/http/service-worker.ts'
import type * as Library from '../../src/index.ts'

/** What the page imports from the built package. */
declare const window: { library: typeof Library; http: typeof Http }

/** A request for a file that the site serves, whose result is put under `to`. */
export interface Job {
  from: string
  to: string
  request: Omit<Library.ProcessingRequest, 'url' | 'urls'>
}

// Each function runs in a page and uses nothing outside itself.

/** Resolves once the page has imported the package. */
export async function imported(): Promise<void> {
  while (!(window.library && window.http)) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Runs a job and stores its result. Returns its type and how it was computed. */
export async function runJob({ from, to, request }: Job) {
  const darkroom = window.library.createDarkroom({ assetsUrl: '/darkroom/', provider: 'wasm' })
  try {
    const url = await (await fetch(from)).blob()
    const { blob, details } = await darkroom.run({ ...request, url })
    await fetch(to, { method: 'PUT', body: blob })
    return {
      type: blob.type,
      provider: details?.provider,
      by: details?.steps.map(({ model }) => model),
    }
  } finally {
    darkroom.dispose()
  }
}

/** A crop of a photograph as a lossless file. */
export async function cropPhoto({
  from,
  to,
  width,
  height,
}: {
  from: string
  to: string
  width: number
  height: number
}) {
  const image = await createImageBitmap(await (await fetch(from)).blob())
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(image, -150, -60)
  await fetch(to, { method: 'PUT', body: await canvas.convertToBlob() })
}

/** Submits a job that outlives the page. Returns its id once it is at work. */
export async function submitJob({ from, request }: Omit<Job, 'to'>) {
  const darkroom = window.library.createDarkroom({ assetsUrl: '/darkroom/', provider: 'wasm' })
  const url = await (await fetch(from)).blob()
  const { job } = await darkroom.process({ ...request, url })
  while ((await darkroom.result(job)).status !== 'in_progress') {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return job
}

/** Waits for a job of an earlier page, and stores its result. Returns whether it was still at work. */
export async function awaitJob({ job, to }: { job: string; to: string }) {
  const darkroom = window.library.createDarkroom({ assetsUrl: '/darkroom/', provider: 'wasm' })
  const { status } = await darkroom.result(job)
  const { result_url = '' } = await darkroom.wait(job)
  const blob = await (await fetch(result_url)).blob()
  await fetch(to, { method: 'PUT', body: blob })
  await darkroom.deleteResult(job)
  darkroom.dispose()
  return status
}

/** Whether the browser stores files: private windows of WebKit, and those that are driven, do not. */
export async function storesFiles(): Promise<boolean> {
  const open = indexedDB.open('probe', 1)
  const opened = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onupgradeneeded = () => open.result.createObjectStore('files')
    open.onsuccess = () => resolve(open.result)
    open.onerror = () => reject(open.error)
  })
  const change = opened.transaction('files', 'readwrite')
  change.objectStore('files').put(new Blob(['a']), 'a')
  return new Promise((resolve) => {
    change.oncomplete = () => resolve(true)
    change.onabort = () => resolve(false)
  })
}

/** Runs a job that is to be kept. Returns its warnings. */
export async function warningsOf({ from, request }: Omit<Job, 'to'>): Promise<string[]> {
  const darkroom = window.library.createDarkroom({ assetsUrl: '/darkroom/', provider: 'wasm' })
  const url = await (await fetch(from)).blob()
  const { job } = await darkroom.process({ ...request, url })
  const { warnings } = await darkroom.wait(job)
  darkroom.dispose()
  return warnings.map(({ code, message }) => `${code}: ${message}`)
}

/** Sends a job by `fetch` to the service worker. */
export async function fetchJob({ from, request }: Omit<Job, 'to'>) {
  const darkroom = window.library.createDarkroom({ assetsUrl: '/darkroom/', provider: 'wasm' })
  window.http.serveRequests(darkroom)
  await window.http.register('/service-worker.js')
  const form = new FormData()
  form.append('image', await (await fetch(from)).blob(), 'photo.png')
  form.append('parameters', JSON.stringify(request))
  const options = { method: 'POST', body: form, headers: { 'x-api-key': 'any' } }
  const record = await (await fetch('/rest_api/process_result', options)).json()
  const file = await fetch(record.result_url)
  return { status: record.status, served: file.status, type: file.headers.get('Content-Type') }
}

/** What a Darkroom says of itself. */
export async function describeEngine() {
  const darkroom = window.library.createDarkroom({ assetsUrl: '/darkroom/' })
  const { provider, threads, why } = await darkroom.info()
  darkroom.dispose()
  return {
    provider,
    threads,
    why,
    isolated: crossOriginIsolated,
    shared: 'SharedArrayBuffer' in globalThis,
    cores: navigator.hardwareConcurrency,
  }
}

/** Which of the APIs in docs/browsers.md the browser has. */
export const apis = () => ({
  WebGPU: 'gpu' in navigator,
  'JSPI (`WebAssembly.Suspending`)': 'Suspending' in WebAssembly,
  '`SharedArrayBuffer`, in an [isolated page](deployment.md#threads)':
    'SharedArrayBuffer' in globalThis,
  IndexedDB: 'indexedDB' in globalThis,
  'Web Locks': 'locks' in navigator,
  '`BroadcastChannel`': 'BroadcastChannel' in globalThis,
  'origin private file system': 'getDirectory' in (navigator.storage ?? {}),
  '`ImageDecoder` and `VideoFrame`': 'ImageDecoder' in globalThis && 'VideoFrame' in globalThis,
  'Cache API': 'caches' in globalThis,
  'service workers': 'serviceWorker' in navigator,
  '`crypto.subtle`': 'subtle' in crypto,
})
