import type { ResultFile } from './http/backend.ts'
import type {
  BitmapOptions,
  DarkroomEvents,
  FileOptions,
  JobOptions,
  RunOptions,
} from './jobs/events.ts'
import type {
  CompletedBatch,
  CompletedJob,
  JobRecord,
  JobReference,
  JobSummary,
} from './jobs/record.ts'
import type { RequiredFiles } from './offline/required-files.ts'
import type { DarkroomInfo, PlanWithRequirements, PreloadOptions } from './options.ts'
import type { Account } from './remote/account.ts'
import type { ImageInput } from './request/processing-parameters.ts'
import type { ProcessingRequest } from './request/schema.ts'
import type { ModelCheck } from './shared/worker/api.ts'

export type Urls = ProcessingRequest['urls']

/** No overload: the compiler would repeat an error of a request for each. */
export type Completed<U extends Urls> = [U] extends [NonNullable<Urls>]
  ? CompletedBatch
  : CompletedJob

/** The source is given beside it, and there is one result. */
export type RequestWithoutSource = Omit<ProcessingRequest, 'url' | 'urls' | 'sizes'>

/** The object that a page holds. Its jobs' script is loaded on demand. */
export interface Darkroom extends EventTarget {
  /**
   * Adds a listener. Returns a function that removes it.
   *
   * @example
   * const stop = darkroom.on('failed', ({ job, error }) => console.warn(job, error.code, error.message))
   */
  on<K extends keyof DarkroomEvents>(
    type: K,
    listener: (detail: DarkroomEvents[K]) => void,
  ): () => void

  /**
   * Runs a request and resolves with the complete record, however long it takes. The signal cancels the job. Nothing is
   * stored: the job ends with the page, and its result is in memory until `deleteResult` or `dispose`. With
   * `persist: true` it is kept and resumed as the jobs of `process` are.
   *
   * @example
   * const { blob, result_url, details } = await darkroom.run(
   *   { url: file, enhancements: ['denoise', 'light'], max_length: 2048 },
   *   {
   *     signal: AbortSignal.timeout(60_000),
   *     onProgress: ({ operation, ratio }) => console.log(operation, ratio),
   *   },
   * )
   */
  run<U extends Urls = undefined>(
    request: ProcessingRequest & { urls?: U },
    options?: RunOptions,
  ): Promise<Completed<U>>

  /**
   * Runs a request on one image, and resolves with a File that is named after it. Nothing else is left of the job.
   *
   * @example
   * const picture = await darkroom.toFile(file, { max_length: 2048, output_format: 'webp' })
   * form.set('picture', picture)
   */
  toFile(source: ImageInput, request: RequestWithoutSource, options?: FileOptions): Promise<File>

  /**
   * Runs a request on one image, and resolves with its pixels, which are not encoded on the way. Close it when it was used.
   *
   * @example
   * const bitmap = await darkroom.toBitmap(file, { background: { remove: 'auto' } })
   * canvas.getContext('2d').drawImage(bitmap, 0, 0)
   * bitmap.close()
   */
  toBitmap(
    source: ImageInput,
    request: RequestWithoutSource,
    options?: BitmapOptions,
  ): Promise<ImageBitmap>

  /**
   * `POST process_result`: resolves with the complete record, or after 25 seconds with one that is `in_progress`.
   *
   * @example
   * let record = await darkroom.processResult({ url: file, width: '400%' })
   * if (record.status !== 'complete') record = await darkroom.wait(record.job)
   */
  processResult(request: ProcessingRequest, options?: JobOptions): Promise<JobRecord>

  /**
   * `POST process`: resolves as soon as the job is stored; the job goes on.
   *
   * @example
   * const { job } = await darkroom.process({ url: file, background: { remove: 'auto' } })
   * localStorage.setItem('job', job)
   */
  process(request: ProcessingRequest, options?: JobOptions): Promise<JobRecord>

  /**
   * `GET result`: the current record of a job, of earlier pages and other tabs too. Rejects with the error of a
   * failed job.
   *
   * @example
   * const { status, result_url } = await darkroom.result(localStorage.getItem('job') ?? '')
   */
  result(job: JobReference): Promise<JobRecord>

  /**
   * Resolves when a job is complete, in this tab or another. The signal aborts the waiting, not the job.
   *
   * @example
   * const accepted = await darkroom.process({ url: file, width: '200%' })
   * const { result_url } = await darkroom.wait(accepted)
   */
  wait(job: JobReference, options?: { signal?: AbortSignal | null | undefined }): Promise<JobRecord>

  /**
   * Lists all stored requests, the newest first, of earlier pages and other tabs too.
   *
   * @example
   * for (const { job, status, arrived } of await darkroom.jobs()) console.log(job, status, arrived)
   */
  jobs(): Promise<JobSummary[]>

  /**
   * The result's bytes and file name, of a job's id or record. `name`: of one of several sizes, its `file_name`.
   *
   * @example
   * const { blob, name } = await darkroom.file(job)
   * const saved = new File([blob], name, { type: blob.type })
   */
  file(job: JobReference, name?: string): Promise<ResultFile>

  /**
   * `DELETE result`: cancels a job and deletes everything of it.
   *
   * @example
   * await darkroom.deleteResult(job)
   */
  deleteResult(job: JobReference): Promise<{ job: string; message: string }>

  /**
   * Resumes unfinished jobs of earlier pages. `createDarkroom` does so by itself; call it again when a storage was granted
   * the permission that a job waits for.
   *
   * @example
   * button.onclick = async () => {
   *   if ((await handle.requestPermission({ mode: 'readwrite' })) === 'granted') await darkroom.resume()
   * }
   */
  resume(): Promise<void>

  /**
   * `GET me`: the account at the remote service if one is configured, else a local one.
   *
   * @example
   * const { credits } = await darkroom.me()
   */
  me(): Promise<Account>

  /**
   * Answers HTTP requests under `/rest_api/` as a server would, including downloads of results. Takes what the page's own
   * `fetch` takes.
   *
   * @example
   * const body = new FormData()
   * body.append('image', file)
   * body.append('parameters', JSON.stringify({ width: '200%' }))
   * const headers = { 'x-api-key': 'any' }
   * const response = await darkroom.fetch('/rest_api/process_result', { method: 'POST', headers, body })
   * const { result_url } = await response.json()
   */
  fetch(request: Request | URL | string, init?: RequestInit): Promise<Response>

  /**
   * The provider that runs the models, and why it was chosen. Starts a worker if none runs.
   *
   * @example
   * const { provider, adapter, threads, why } = await darkroom.info()
   */
  info(): Promise<DarkroomInfo>

  /**
   * Runs every built-in model on a known input and compares its output with the stored one. Downloads missing models.
   * A GPU whose output is wrong is never used, whether this is called or not; what was known of it is forgotten, and found
   * anew.
   *
   * @example
   * const broken = (await darkroom.check()).filter(({ ok }) => !ok)
   */
  check(options?: PreloadOptions): Promise<ModelCheck[]>

  /**
   * The plan of a request, as data, with the models and the memory that it needs. Reads the headers of its images.
   *
   * @example
   * const { source, steps, models, peak_bytes } = await darkroom.plan({ url: file, width: '300%' })
   * console.log(source, steps.map(({ op }) => op)) // ['upscale', 'resize']
   */
  plan(request: ProcessingRequest, options?: JobOptions): Promise<PlanWithRequirements>

  /**
   * Downloads the models that a request needs and creates their sessions. Without `url`, a source of 1000 x 1000
   * pixels is assumed.
   *
   * @example
   * await darkroom.preload(
   *   { enhancements: ['denoise'], width: '200%' },
   *   { onProgress: ({ model, loaded, total }) => console.log(model, loaded / total) },
   * )
   */
  preload(request: ProcessingRequest, options?: PreloadOptions): Promise<void>

  /**
   * URLs of the files that requests load, and of the models' weights, found by running each request once, on a small
   * image, in a worker of its own: for what `precache` of `darkroom-web/service-worker` stores, or a service worker of the
   * application. The weights are stored in the browser then, like those of any job.
   *
   * @example
   * const { files, models } = await darkroom.requiredFiles([{ width: '200%', output_format: 'webp' }])
   */
  requiredFiles(
    requests: readonly ProcessingRequest[],
    options?: { signal?: AbortSignal | null | undefined },
  ): Promise<RequiredFiles>

  /**
   * Stops all work in this page and revokes all result URLs. Unfinished jobs resume when the next Darkroom is
   * created.
   *
   * @example
   * darkroom.dispose()
   */
  dispose(): void

  /** Disposes of a Darkroom that was declared by `using`. */
  [Symbol.dispose](): void
}

/** What `Jobs` carries out. */
export type DarkroomMethods = Omit<
  Darkroom,
  keyof EventTarget | 'on' | 'toFile' | 'toBitmap' | typeof Symbol.dispose
>
