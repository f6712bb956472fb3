import type { DarkroomError } from '../errors.ts'
import type { CanonicalRequest, Checked } from '../request/canonical.ts'
import type { Details, JobRecord, Status, Warning } from './record.ts'

/** One request on its way. */
export class Job {
  readonly id: string
  readonly request: CanonicalRequest
  readonly controller = new AbortController()
  readonly warnings: Warning[]
  status: Status = 'received'
  details?: Details
  error?: DarkroomError
  #result: { blob: Blob; name: string; url?: string } | undefined

  constructor(id: string, { request, warnings }: Checked) {
    this.id = id
    this.request = request
    this.warnings = [...warnings]
  }

  finish(blob: Blob, name: string, details: Details): void {
    this.#result = { blob, name }
    this.details = details
    this.status = 'complete'
  }

  get file(): { blob: Blob; name: string } | undefined {
    return this.#result && { blob: this.#result.blob, name: this.#result.name }
  }

  /** The record as the interface has it. The `blob:` URL is made when first asked for, and stays the same. */
  record(): JobRecord {
    const { id, status, warnings, details } = this
    const result = this.#result
    if (!result) return { job: id, status, warnings, ...(details && { details }) }
    result.url ??= URL.createObjectURL(result.blob)
    return {
      job: id,
      status,
      result_url: result.url,
      file_name: result.name,
      warnings,
      ...(details && { details }),
    }
  }

  /** Stops the work and gives back the result's memory. */
  forget(): void {
    this.controller.abort()
    if (this.#result?.url) URL.revokeObjectURL(this.#result.url)
    this.#result = undefined
  }
}
