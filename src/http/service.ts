import type { ProcessingRequest } from '../request/schema.ts'

/** A result's bytes, and the name they are to be saved under. */
export interface ResultFile {
  blob: Blob
  name: string
}

/** One picture of a request with `urls`. A failed one has no url. */
export interface ServiceItem {
  job: string
  status: string
  url?: string | null
  file_name?: string
}

/** What the handler looks at in a job record; all else passes through. */
export interface ServiceRecord {
  job: string
  status: string
  result_url?: string | null
  file_name?: string
  results?: readonly ServiceItem[] | null
}

/** The five endpoints and the results' bytes: a Darkroom, or whatever answers like one. Rejects with DarkroomErrors. */
export interface Service {
  processResult(
    request: ProcessingRequest,
    options: { signal: AbortSignal },
  ): Promise<ServiceRecord>
  process(request: ProcessingRequest, options: { signal: AbortSignal }): Promise<ServiceRecord>
  result(job: string): Promise<ServiceRecord>
  deleteResult(job: string): Promise<object>
  me(): Promise<object>
  /** Of a complete job; NOT_FOUND or DELETED otherwise. */
  file(job: string): Promise<ResultFile>
}
