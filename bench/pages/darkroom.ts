import * as Comlink from 'comlink'
import { createDarkroom, type Darkroom, type ProcessingRequest } from '../../src/index.ts'
import type { Bare } from './bare.worker.ts'
import type * as Judge from './judge.ts'

/** Without the step cache, which would answer the second of two equal jobs. */
const darkroom = createDarkroom({ cache: false })
let caching: Darkroom | undefined

/** The same with the step cache. */
function cached(): Darkroom {
  caching ??= createDarkroom()
  return caching
}

/** Without networks in integers, in the usual tiles. */
let inFp32: Darkroom | undefined

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

/** Prepares `fp32Job`, warm, whose memory is what the files at `paths` need at most in the usual tiles. */
async function openInFp32(paths: string[], small: string, request: ProcessingRequest) {
  const plan = async (path: string) => darkroom.plan({ url: await fileAt(path), ...request })
  const peaks = (await Promise.all(paths.map(plan))).map(({ peak_bytes }) => peak_bytes)
  const memory = { bytes: Math.max(...peaks) }
  inFp32 = createDarkroom({ cache: false, precision: 'fp32', memory })
  await job(small, request, undefined, inFp32)
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

let worker: Comlink.Remote<Bare> | undefined

/** Returns the worker for bare runs. Starts it on first use. */
function bare(): Comlink.Remote<Bare> {
  worker ??= Comlink.wrap<Bare>(
    new Worker(new URL('./bare.worker.ts', import.meta.url), { type: 'module' }),
  )
  return worker
}

/** Not loaded with the page: the bytes of a first job are measured. */
const judge = () => import('./judge.ts')

const bench = {
  darkroom,
  job,
  cachedJob: (path: string, request: ProcessingRequest) => job(path, request, undefined, cached()),
  openInFp32,
  fp32Job: async (path: string, request: ProcessingRequest) => {
    if (!inFp32) throw new Error('Expected openInFp32 before fp32Job')
    return job(path, request, undefined, inFp32)
  },
  persistedJob,
  ownJob,
  builtIn,
  preview,
  question: async (...args: Parameters<typeof Judge.question>) => (await judge()).question(...args),
  score: async (...args: Parameters<typeof Judge.score>) => (await judge()).score(...args),
  alphaScore: async (...args: Parameters<typeof Judge.alphaScore>) =>
    (await judge()).alphaScore(...args),
  runsFor: (...args: Parameters<Bare['runsFor']>) => bare().runsFor(...args),
  enlarge: async (path: string, scale: 2 | 4, isSparing: boolean) =>
    bare().enlarge(await fileAt(path), scale, isSparing),
  bare: (...args: Parameters<Bare['time']>) => bare().time(...args),
}

Object.assign(window, { bench })
