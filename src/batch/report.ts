export interface BatchItem {
  /** Path in the source. */
  source: string
  /** `invalid`: the file is no good. `failed`: something else went wrong, the next run tries again. */
  status: 'complete' | 'invalid' | 'failed'
  /** Whether an earlier run had done it. */
  skipped: boolean
  /** Path in the target: of the result, or of the copy of what is invalid. */
  path?: string
  /** Why it is invalid or failed. */
  reasons: string[]
}

export interface BatchReport {
  /** What was reached, in the order of the source's files. */
  items: BatchItem[]
  total: number
  complete: number
  invalid: number
  failed: number
  /** Of those, done by an earlier run. */
  skipped: number
  /** Whether the signal ended it. */
  stopped: boolean
}

export function createReport(items: BatchItem[], total: number, stopped: boolean): BatchReport {
  const reached = items.filter(Boolean)
  const count = (status: BatchItem['status']) =>
    reached.filter((item) => item.status === status).length
  return {
    items: reached,
    total,
    complete: count('complete'),
    invalid: count('invalid'),
    failed: count('failed'),
    skipped: reached.filter((item) => item.skipped).length,
    stopped,
  }
}
