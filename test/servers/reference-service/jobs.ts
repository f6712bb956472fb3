import { randomUUID } from 'node:crypto'
import type { Backend, BackendItem, BackendRecord, ResultFile } from '../../../src/http/backend.ts'
import { localAccount } from '../../../src/remote/account.ts'
import { isGenerative } from '../../../src/request/generative.ts'
import { type NormalizedRequest, normalize } from '../../../src/request/normalize.ts'
import type { ProcessingRequest } from '../../../src/request/schema.ts'
import { DarkroomError } from '../../../src/shared/errors.ts'
import { readHeader } from '../../../workers/codecs/open-file.ts'

import { draw } from './draw.ts'

const WAIT_MS = 25_000

export interface ReferenceOptions {
  /** Credits of the account; each image costs one. */
  credits?: number
  /** How many jobs may be open at once. */
  queue?: number
  /** How long a job takes, in milliseconds. */
  ms?: number
  /** Names of the account's storages; their files are kept in memory. */
  storages?: string[]
  /** Runs requests that are not generative; without it they are refused. */
  local?: Backend
}

/** The request before normalization. */
type Asked = Record<string, unknown>

interface RefJob {
  record: BackendRecord & { results?: BackendItem[] }
  error?: DarkroomError
  file?: ResultFile
  ended: Promise<void>
  cancelled: boolean
}

/** The jobs of the reference service: each draws an image after `ms` milliseconds. */
export class ReferenceJobs implements Backend {
  readonly jobs = new Map<string, RefJob>()
  readonly files = new Map<string, Blob>()
  /** Errors with which the next jobs fail. */
  readonly failures: { code: string; message: string }[] = []
  credits: number
  ms: number
  origin = ''
  readonly #options: ReferenceOptions

  constructor(options: ReferenceOptions) {
    this.#options = options
    this.credits = options.credits ?? 1000
    this.ms = options.ms ?? 0
  }

  async processResult(request: ProcessingRequest, options: { signal: AbortSignal }) {
    const { local } = this.#options
    if (local && !generative(request)) return local.processResult(request, options)
    const job = this.#submit(request)
    await Promise.race([job.ended, new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())])
    return this.result(job.record.job)
  }

  async process(request: ProcessingRequest, options: { signal: AbortSignal }) {
    const { local } = this.#options
    if (local && !generative(request)) return local.process(request, options)
    const { job } = this.#submit(request).record
    return { job, status: 'received' }
  }

  async result(id: string): Promise<BackendRecord> {
    const job = this.jobs.get(id)
    if (!job && this.#options.local) return this.#options.local.result(id)
    const { record, error } = this.#find(id)
    if (error) throw error
    return record
  }

  async deleteResult(id: string): Promise<object> {
    if (!this.jobs.has(id) && this.#options.local) return this.#options.local.deleteResult(id)
    const job = this.#find(id)
    if (job.error?.code === 'DELETED') throw job.error
    job.cancelled = true
    job.error = new DarkroomError('DELETED', 'Image deleted', { job: id })
    delete job.file
    return { job: id, message: 'Image deleted' }
  }

  async me(): Promise<object> {
    return localAccount({ credits: this.credits, username: 'reference' })
  }

  async file(id: string, name?: string): Promise<ResultFile> {
    if (!this.jobs.has(id) && this.#options.local) return this.#options.local.file(id, name)
    const { file, error } = this.#find(id)
    if (file) return file
    throw error ?? new DarkroomError('NOT_FOUND', 'The job has no result', { job: id })
  }

  #find(id: string): RefJob {
    const job = this.jobs.get(id)
    if (job) return job
    throw new DarkroomError('NOT_FOUND', 'Job not found', { job: id })
  }

  #submit(input: ProcessingRequest): RefJob {
    const { request } = normalize(input)
    if (!isGenerative(request)) {
      throw new DarkroomError('NOT_SUPPORTED', 'This service runs generative requests only')
    }
    const open = [...this.jobs.values()].filter(
      ({ record, error }) => !error && record.status !== 'complete',
    )
    if (open.length >= (this.#options.queue ?? 100)) {
      throw new DarkroomError('TOO_MANY_REQUESTS', 'Too many open jobs')
    }
    this.#checkStorages(request)
    const cost = request.urls?.length ?? 1
    if (cost > this.credits) {
      throw new DarkroomError('NOT_ENOUGH_CREDITS', 'Not enough credits', { status: 403 })
    }
    this.credits -= cost
    const asked: Asked = { ...input }
    return request.urls ? this.#several(request, asked) : this.#one(request, asked)
  }

  /** @throws DarkroomError STORAGE if the account has no storage of that name. */
  #checkStorages({ url, target }: NormalizedRequest): void {
    for (const [path, place] of Object.entries({ url, target })) {
      const name = /^\s*storage:\/\/([^/]+)/i.exec(String(place))?.[1]
      if (!name || this.#options.storages?.includes(name)) continue
      throw new DarkroomError('STORAGE', `There is no storage ${name}`, { path })
    }
  }

  #one(request: NormalizedRequest, asked: Asked, notify = true): RefJob {
    const record: RefJob['record'] = { job: randomUUID(), status: 'received' }
    const job: RefJob = { record, cancelled: false, ended: Promise.resolve() }
    this.jobs.set(record.job, job)
    job.ended = this.#develop(job, request, asked, notify).catch((error) => {
      job.error ??= new DarkroomError(error.code ?? 'MODEL', error.message, { job: record.job })
    })
    return job
  }

  #several(request: NormalizedRequest, asked: Asked): RefJob {
    const { urls = [], ...shared } = request
    const items = urls.map((url) =>
      this.#one({ ...shared, url } as NormalizedRequest, asked, false),
    )
    const record: RefJob['record'] = { job: randomUUID(), status: 'in_progress' }
    const ended = Promise.all(items.map((item) => item.ended)).then(() => {
      record.status = 'complete'
      record.results = items.map(({ record: item, error }, i) => ({
        job: item.job,
        status: error ? 'failed' : item.status,
        url: item.result_url ?? null,
        original_url: typeof urls[i] === 'string' ? urls[i] : null,
        ...(item.file_name && { file_name: item.file_name }),
      }))
      return this.#notify(record, request)
    })
    const job = { record, ended, cancelled: false }
    this.jobs.set(record.job, job)
    return job
  }

  async #develop(
    job: RefJob,
    request: NormalizedRequest,
    asked: Asked,
    notify: boolean,
  ): Promise<void> {
    const { record } = job
    const source = await this.#open(request.url)
    const size = source && (await readHeader(source))
    record.status = 'in_progress'
    if (this.ms > 0) await new Promise((resolve) => setTimeout(resolve, this.ms).unref())
    if (job.cancelled) return
    const failure = this.failures.shift()
    if (failure) throw new DarkroomError(failure.code, failure.message)
    const blob = new Blob([new Uint8Array(draw(asked, size))], { type: 'image/png' })
    job.file = { blob, name: `${record.job}.png` }
    if (request.target) this.files.set(`${request.target}/${job.file.name}`, blob)
    Object.assign(record, { status: 'complete', result_url: 'blob:', file_name: job.file.name })
    if (notify) await this.#notify(record, request)
  }

  async #open(url: unknown): Promise<Blob | undefined> {
    if (url === undefined) return undefined
    if (url instanceof Blob) return url
    const text = String(url)
    if (/^base64,/i.test(text)) return new Blob([Buffer.from(text.slice(7), 'base64')])
    if (/^storage:/i.test(text)) {
      const file = this.files.get(text)
      if (file) return file
      throw new DarkroomError('STORAGE', `There is no ${text}`, { path: 'url' })
    }
    const response = await fetch(text).catch(() => undefined)
    if (response?.ok) return response.blob()
    throw new DarkroomError('SOURCE_UNREACHABLE', `The url could not be fetched: ${text}`, {
      path: 'url',
    })
  }

  async #notify({ job, results }: RefJob['record'], request: NormalizedRequest): Promise<void> {
    const receiver = request.webhooks?.complete
    if (!receiver) return
    const open = ({ job, file_name }: { job: string; file_name?: string }) =>
      `${this.origin}/rest_api/files/${job}/${file_name}`
    const body = {
      job,
      data: request,
      result_url: results ? null : open(this.#find(job).record),
      results: results?.map((item) => ({ ...item, url: item.url ? open(item) : null })) ?? null,
    }
    const headers = { 'Content-Type': 'application/json' }
    await fetch(receiver, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
      () => undefined,
    )
  }
}

function generative(input: ProcessingRequest): boolean {
  return isGenerative(normalize(input).request)
}
