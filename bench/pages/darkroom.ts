import * as Comlink from 'comlink'
import { createDarkroom, type Darkroom, type ProcessingRequest } from '../../src/index.ts'
import { alphaError, overlap } from '../lib/alpha.ts'
import type { Bare } from './bare.worker.ts'

/** Without the step cache, which would answer the second of two equal jobs. */
const darkroom = createDarkroom({ cache: false })
let caching: Darkroom | undefined

/** The same with the step cache. */
function cached(): Darkroom {
  caching ??= createDarkroom()
  return caching
}

const fileAt = async (path: string): Promise<Blob> => (await fetch(path)).blob()

/** Runs a request on the file at `path`, with its caption, and PUTs the result to `to`. `since` counts from the request for the page. */
async function job(path: string, request: ProcessingRequest, to?: string, by = darkroom) {
  const url = await fileAt(path)
  const { caption } = request
  const withFile = caption && { caption: { ...caption, url: await fileAt(caption.url as string) } }
  const start = performance.now()
  const { job, result_url, details } = await by.run({ url, ...request, ...withFile })
  const end = performance.now()
  if (to) {
    await fetch(to, { method: 'PUT', body: await (await fetch(result_url as string)).blob() })
  }
  await by.deleteResult(job)
  return { ms: end - start, since: end, steps: details?.steps ?? [] }
}

/** Scales the file at `path` with the browser's own scaling, and PUTs the PNG to `to`. */
async function builtIn(path: string, scale: number, quality: ImageSmoothingQuality, to: string) {
  const source = await createImageBitmap(await fileAt(path))
  const canvas = new OffscreenCanvas(source.width * scale, source.height * scale)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.imageSmoothingQuality = quality
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  await fetch(to, { method: 'PUT', body: await canvas.convertToBlob() })
}

/** Keeps what a job reads apart from the next: no image is answered by the step cache. */
const storing = createDarkroom({ cache: false, database: 'bench' })

/** From the call to the stored result. */
async function persistedJob(path: string, request: ProcessingRequest) {
  const url = await fileAt(path)
  const start = performance.now()
  const { job } = await storing.process({ url, ...request })
  await storing.wait(job)
  const ms = performance.now() - start
  await storing.deleteResult(job)
  return { ms }
}

/** The browser's own decoder, scaling and encoder. */
async function ownJob(path: string, width: number) {
  const file = await fileAt(path)
  const start = performance.now()
  const bitmap = await createImageBitmap(file, { resizeWidth: width, resizeQuality: 'high' })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
  return { ms: performance.now() - start }
}

/** Milliseconds until the preview of a job, which is then aborted. */
async function preview(path: string, request: ProcessingRequest): Promise<number> {
  const url = await fileAt(path)
  const controller = new AbortController()
  const start = performance.now()
  let ms = Number.NaN
  const onPreview = () => {
    ms = performance.now() - start
    controller.abort()
  }
  await darkroom
    .run({ url, ...request }, { signal: controller.signal, onPreview })
    .catch((error) => {
      if (error.code !== 'ABORTED') throw error
    })
  return ms
}

async function pixelsOf(path: string): Promise<ImageData> {
  const bitmap = await createImageBitmap(await fileAt(path))
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
  if (!context) throw new Error('no 2D canvas')
  context.drawImage(bitmap, 0, 0)
  return context.getImageData(0, 0, bitmap.width, bitmap.height)
}

/** Compares the alpha of the PNG at `path` with that of a reference of the same size. */
async function alphaScore(path: string, reference: string) {
  const [result, truth] = await Promise.all([pixelsOf(path), pixelsOf(reference)])
  if (result.width !== truth.width || result.height !== truth.height)
    throw new Error(`Expected ${truth.width} x ${truth.height} but received ${result.width} x ${result.height}`) // biome-ignore format: a line
  return { error: alphaError(result, truth), overlap: overlap(result, truth) }
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
  cachedJob: (path: string, request: ProcessingRequest) => job(path, request, undefined, cached()),
  smallJob: job,
  persistedJob,
  ownJob,
  builtIn,
  preview,
  alphaScore,
  runsFor: (...args: Parameters<Bare['runsFor']>) => bare().runsFor(...args),
  bare: (...args: Parameters<Bare['time']>) => bare().time(...args),
}

Object.assign(window, { bench })
