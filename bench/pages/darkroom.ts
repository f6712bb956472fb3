import * as Comlink from 'comlink'
import { createDarkroom, type ProcessingRequest } from '../../src/index.ts'
import type { Bare } from './bare.worker.ts'

const darkroom = createDarkroom()

/** Runs a request on the file at `path` and PUTs the result to `to`. `since` counts from the request for the page. */
async function job(path: string, request: ProcessingRequest, to?: string) {
  const url = await (await fetch(path)).blob()
  const start = performance.now()
  const { job, result_url, details } = await darkroom.run({ url, ...request })
  const end = performance.now()
  if (to) {
    await fetch(to, { method: 'PUT', body: await (await fetch(result_url as string)).blob() })
  }
  await darkroom.deleteResult(job)
  return { ms: end - start, since: end, steps: details?.steps ?? [] }
}

/** Scales the file at `path` with the browser's own scaling, and PUTs the PNG to `to`. */
async function builtIn(path: string, scale: number, quality: ImageSmoothingQuality, to: string) {
  const source = await createImageBitmap(await (await fetch(path)).blob())
  const canvas = new OffscreenCanvas(source.width * scale, source.height * scale)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.imageSmoothingQuality = quality
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  await fetch(to, { method: 'PUT', body: await canvas.convertToBlob() })
}

let worker: Comlink.Remote<Bare> | undefined

/** Returns the worker for bare runs. Starts it on first use. */
function bare(): Comlink.Remote<Bare> {
  worker ??= Comlink.wrap<Bare>(
    new Worker(new URL('./bare.worker.ts', import.meta.url), { type: 'module' }),
  )
  return worker
}

const bench = {
  darkroom,
  job,
  builtIn,
  shape: (width: number, height: number, scale: 2 | 4) => bare().shape(width, height, scale),
  bare: (...args: Parameters<Bare['run']>) => bare().run(...args),
}

Object.assign(window, { bench })
