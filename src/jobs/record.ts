/** Something the caller should know that did not stop the job. */
export interface Warning {
  code: string
  message: string
  path?: string
}

export type Status = 'received' | 'not_started' | 'in_progress' | 'complete'

/** What a job did: `provider` computed the networks, or is null where none was needed. */
export interface Details {
  provider: 'webgpu' | 'wasm' | null
  steps: { operation: string; ms: number; model?: string }[]
  /** Of the result, in pixels and bytes. */
  width?: number
  height?: number
  bytes?: number
  /** Of a jpeg or webp, 0 to 100: what `max_file_size` came down to, else what was asked for. */
  quality?: number
}

/** The job record of the interface, and what Darkroom adds to it. */
export interface JobRecord {
  job: string
  status: Status
  /** A `blob:` URL, valid until the job is deleted or Darkroom is disposed. Present once complete. */
  result_url?: string
  file_name?: string
  warnings: Warning[]
  details?: Details
}
