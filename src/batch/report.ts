export interface BatchItem {
  /** Path in the source. */
  source: string
  /** `invalid`: the file is no usable image. `failed`: another error; the next run tries again. */
  status: 'complete' | 'invalid' | 'failed'
  /** Whether an earlier run did it. */
  skipped: boolean
  /** Path in the target: of the result, or of the copy of an invalid file. */
  path?: string
  /** Why it is invalid or failed. */
  reasons: string[]
}

export interface BatchReport {
  /** The files that were processed, in the order of the source. */
  items: BatchItem[]
  total: number
  complete: number
  invalid: number
  failed: number
  /** How many of these an earlier run did. */
  skipped: number
  /** Whether the signal stopped the batch. */
  stopped: boolean
}

export function createReport(items: BatchItem[], total: number, stopped: boolean): BatchReport {
  const processed = items.filter(Boolean)
  const count = (status: BatchItem['status']) =>
    processed.filter((item) => item.status === status).length
  return {
    items: processed,
    total,
    complete: count('complete'),
    invalid: count('invalid'),
    failed: count('failed'),
    skipped: processed.filter((item) => item.skipped).length,
    stopped,
  }
}
