import type { NormalizedRequest } from '../contract/request/normalize.ts'
import type { Warning } from '../contract/warning.ts'
import type { RunResult } from '../contract/worker/api.ts'

/** What the result lost: known only after the run. */
export function outcomeWarnings(_request: NormalizedRequest, result: RunResult): Warning[] {
  const { observed = {} } = result
  const warnings: Warning[] = []
  const warn = (code: string, path: string, message: string) =>
    warnings.push({ code, path, message })
  if (observed.matteApplied) {
    const message =
      'The cut-out came back from the remote service without transparency: the background was removed again, by the same mask'
    warn('CHANGED', 'background.remove', message)
  }
  if (observed.detailLost) {
    const message =
      'What came back from the remote service differs from url: the detail that url has beyond its 2048 pixels was not put back'
    warn('CHANGED', 'url', message)
  }
  return warnings
}
