import { DarkroomError, unexpected } from '../contract/errors.ts'
import type { ProcessingRequest } from '../contract/request/schema.ts'
import type { RunOptions } from '../jobs/events.ts'
import type { JobRecord } from '../jobs/record.ts'
import type { Storage } from '../storages/storage.ts'
import { isStoragePath } from '../storages/storage-url.ts'
import type { BatchItem } from './report.ts'

/** What a batch needs of a Darkroom. */
export interface BatchClient {
  run(request: ProcessingRequest, options: RunOptions): Promise<JobRecord>
  plan(
    request: ProcessingRequest,
    options: RunOptions,
  ): Promise<{ source: { width: number; height: number } | null }>
  deleteResult(job: string): Promise<unknown>
}

export interface BatchOptions {
  /** Must be able to list its files, as the target must. */
  source: Storage
  target: Storage
  /** What is asked for each image. */
  request: Omit<ProcessingRequest, 'url' | 'urls' | 'target'>
  /** Folder of the source; all of it by default. */
  folder?: string
  /** Folder of the target; its topmost one by default. */
  to?: string
  /** Whether what is invalid is copied to the folder `invalid` of the target. */
  invalid?: boolean
  /** An image of fewer pixels, or with a shorter side, is invalid. */
  minPixels?: number
  minSide?: number
  /** Images at a time: as many as the Darkroom has workers. Default 1. */
  concurrency?: number
  /** Ends the batch where it is; the same call goes on with it later. */
  signal?: AbortSignal
  onProgress?: (progress: { done: number; total: number; item: BatchItem }) => void
}

/** The path of a source's file within the folder that the batch is of. */
export const relativePath = (path: string, { folder }: BatchOptions) =>
  folder ? path.slice(folder.length + 1) : path

const isInFolder = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`)

/** Whether a file is one of the batch's: not hidden, and no result of it. */
export function isBatchFile(path: string, options: BatchOptions): boolean {
  const { source, target, to = '' } = options
  if (source === target && isInFolder(path, to)) return false
  return !relativePath(path, options)
    .split('/')
    .some((segment) => segment.startsWith('.'))
}

/** @throws DarkroomError STORAGE, or BAD_REQUEST, that names the option. */
export function checkOptions({ source, target, folder = '', to = '' }: BatchOptions): void {
  const refuse = (path: string, message: string) => new DarkroomError('STORAGE', message, { path })
  for (const [path, storage] of Object.entries({ source, target })) {
    if (!storage.list) throw refuse(path, `Expected a storage that can list its files for ${path}`)
  }
  for (const [path, value] of Object.entries({ folder, to })) {
    if (value && !isStoragePath(value)) throw unexpected(path, 'the path of a folder', value)
  }
  if (source === target && isInFolder(`${folder}/`, to)) {
    throw refuse('to', 'Expected results to go elsewhere than among the images they are made of')
  }
}
