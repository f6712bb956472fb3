import type { ProcessingRequest } from '../contract/request/schema.ts'

/** A result's bytes, and the name they are to be saved under. */
export interface ResultFile {
  blob: Blob
  name: string
}

/** One image of a request with `urls`. A failed one has no url. */
export interface BackendItem {
  job: string
  status: string
  url?: string | null
  file_name?: string
}

/** What the handler looks at in a job record; all else passes through. */
export interface BackendRecord {
  job: string
  status: string
  result_url?: string | null
  file_name?: string
  results?: readonly BackendItem[] | null
}

/** The five endpoints and the results' bytes: a Darkroom, or whatever answers like one. Rejects with DarkroomErrors. */
export interface Backend {
  processResult(
    request: ProcessingRequest,
    options: { signal: AbortSignal },
  ): Promise<BackendRecord>
  process(request: ProcessingRequest, options: { signal: AbortSignal }): Promise<BackendRecord>
  result(job: string): Promise<BackendRecord>
  deleteResult(job: string): Promise<object>
  me(): Promise<object>
  /** Of a complete job; NOT_FOUND or DELETED otherwise. */
  file(job: string): Promise<ResultFile>
}
