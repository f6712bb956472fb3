import type { ProcessingRequest } from '../request/schema.ts'

export interface ResultFile {
  blob: Blob
  /** The file name to save it under. */
  name: string
}

/** One image of a request with `urls`. A failed one has no `url`. */
export interface BackendItem {
  job: string
  status: string
  url?: string | null
  file_name?: string
  /** Of one of several sizes. */
  width?: number
}

/** The fields of a job record that the handler reads; all others pass through. */
export interface BackendRecord {
  job: string
  status: string
  result_url?: string | null
  file_name?: string
  results?: readonly BackendItem[] | null
  srcset?: string
}

/** What the handler serves: a Darkroom, or anything else with these methods. They reject with DarkroomErrors. */
export interface Backend {
  processResult(
    request: ProcessingRequest,
    options: { signal: AbortSignal },
  ): Promise<BackendRecord>
  process(request: ProcessingRequest, options: { signal: AbortSignal }): Promise<BackendRecord>
  result(job: string): Promise<BackendRecord>
  deleteResult(job: string): Promise<object>
  me(): Promise<object>
  /** The file of a complete job, of several sizes the one of this name. Rejects with NOT_FOUND or DELETED otherwise. */
  file(job: string, name?: string): Promise<ResultFile>
}
