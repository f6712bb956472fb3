import type { JobOptions } from '../jobs/events.ts'
import type { JobRecord } from '../jobs/record.ts'
import type { ProcessingRequest } from '../request/schema.ts'
import {
  abortSignal,
  type Check,
  callback,
  checkOptions,
  flag,
  object,
  oneOf,
  required,
  text,
} from '../shared/check-options.ts'
import { DarkroomError, unexpected } from '../shared/errors.ts'
import { type Priority, priorities } from '../shared/priority.ts'
import { join } from '../storages/names.ts'
import type { Storage } from '../storages/storage.ts'
import { isStoragePath } from '../storages/storage-url.ts'
import type { BatchItem } from './report.ts'

/** The methods of a Darkroom that a batch calls. */
export interface BatchClient {
  run(request: ProcessingRequest, options: JobOptions): Promise<JobRecord>
  plan(
    request: ProcessingRequest,
    options: JobOptions,
  ): Promise<{ source: { width: number; height: number } | null }>
  deleteResult(job: string): Promise<unknown>
}

export interface BatchOptions {
  /** Where the images are. Must be able to list its files. */
  source: Storage
  /** Where results are written. Must be able to list its files. */
  target: Storage
  /** Run for each image. */
  request: Omit<ProcessingRequest, 'url' | 'urls' | 'target' | 'sizes'>
  /** Folder of the source. Default: the whole storage. */
  folder?: string
  /** Folder of the target. Default: its top folder. */
  to?: string
  /** Whether invalid files are copied into the target's folder `invalid`. */
  invalid?: boolean
  /** Images with fewer pixels are invalid. */
  minPixels?: number
  /** Images with a shorter side, in pixels, are invalid. */
  minSide?: number
  /** How many images are processed at once; more than the Darkroom has workers are of no use. Default 1. */
  concurrency?: number
  /** Default `background`: what a person waits for goes first. */
  priority?: Priority
  /** Stops the batch. The same call resumes it later. */
  signal?: AbortSignal | null | undefined
  onProgress?: (progress: { done: number; total: number; item: BatchItem }) => void
}

/** The path of a source's file within the batch's folder. */
export const relativePath = (path: string, { folder }: Pick<BatchOptions, 'folder'>) =>
  folder ? path.slice(folder.length + 1) : path

const isInFolder = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`)

/**
 * The folder of the source that results go to; undefined where they go elsewhere.
 * @throws DarkroomError STORAGE on `to` where that is the batch's folder, or holds it.
 */
export async function resultFolder(options: BatchOptions): Promise<string | undefined> {
  const { source, target, folder = '', to = '' } = options
  const results = source === target ? to : await pathInSource(source, target, to)
  if (results === undefined || !isInFolder(`${folder}/`, results)) return results
  throw storageError(
    'to',
    'Expected results to go elsewhere than among the images they are made of',
  )
}

async function pathInSource(source: Storage, target: Storage, to: string) {
  const top = await source.pathOf?.(target)
  if (top !== undefined) return join(top, to)
  const folder = await target.pathOf?.(source)
  return folder !== undefined && isInFolder(`${to}/`, folder)
    ? relativePath(to, { folder })
    : undefined
}

const storageError = (path: string, message: string) =>
  new DarkroomError('STORAGE', message, { path })

/** Whether the batch includes a file: not a hidden one, nor one of its own results. */
export function isBatchFile(
  path: string,
  options: BatchOptions,
  results: string | undefined,
): boolean {
  if (results !== undefined && isInFolder(path, results)) return false
  return !relativePath(path, options)
    .split('/')
    .some((segment) => segment.startsWith('.'))
}

const storage: Check = {
  expected: 'a storage',
  isValid: (value) => callback.isValid((value as Storage | null)?.read),
}
const atLeast = (least: number): Check => ({
  expected: `a number, ${least} or more`,
  isValid: (value) => Number.isFinite(value) && (value as number) >= least,
})

const checks: Record<keyof BatchOptions, Check> = {
  source: required(storage),
  target: required(storage),
  request: required(object),
  folder: text,
  to: text,
  invalid: flag,
  minPixels: atLeast(0),
  minSide: atLeast(0),
  concurrency: atLeast(1),
  priority: oneOf(priorities),
  signal: abortSignal,
  onProgress: callback,
}

/** @throws DarkroomError STORAGE or BAD_REQUEST, with the option as `path`. */
export function checkBatch(options: BatchOptions): void {
  checkOptions(options, checks, 'runBatch')
  const { source, target, folder, to } = options
  const { sizes } = options.request as ProcessingRequest
  if (sizes != null) throw unexpected('request.sizes', 'nothing, as a file has one result,', sizes)
  for (const [path, storage] of Object.entries({ source, target })) {
    if (!storage.list)
      throw storageError(path, `Expected a storage that can list its files for ${path}`)
  }
  for (const [path, value] of Object.entries({ folder, to })) {
    if (value && !isStoragePath(value)) throw unexpected(path, 'the path of a folder', value)
  }
}
