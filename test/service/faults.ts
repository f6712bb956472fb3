/** The endpoints, as faults and recordings name them. */
export type Endpoint = 'process' | 'process_result' | 'result' | 'delete' | 'me' | 'files' | 'other'

/** What goes wrong with one answer. */
export type Fault =
  /** This is answered, and nothing is done. */
  | { answer: number; code?: string; message?: string; headers?: Record<string, string> }
  /** The connection is cut: before anything is done, or after it was done but before it is answered. */
  | { drop: 'before' | 'after' }
  /** A file: only so much of what is promised, or only so much at all. */
  | { cut: number }
  | { half: true }
  /** Milliseconds until it is answered. */
  | { slow: number }

export interface Planned {
  on: Endpoint
  fault: Fault
}

export function endpointOf(method: string, path: string): Endpoint {
  const name = path.split('/')[2] ?? ''
  if (name === 'result' && method === 'DELETE') return 'delete'
  const known = ['process', 'process_result', 'result', 'me', 'files'] as const
  return known.find((one) => one === name) ?? 'other'
}

/** Named sets of faults, for people who write clients: each hits the next request that it is about. */
export const modes: Record<string, Planned[]> = {
  slow: [{ on: 'process', fault: { slow: 5000 } }],
  busy: [{ on: 'process', fault: { answer: 429, headers: { 'Retry-After': '3' } } }],
  down: [{ on: 'result', fault: { answer: 503 } }],
  failed: [
    { on: 'result', fault: { answer: 500, code: 'MODEL', message: 'The model ran out of memory' } },
  ],
  dropped: [{ on: 'process', fault: { drop: 'after' } }],
  truncated: [{ on: 'files', fault: { cut: 100 } }],
  expired: [{ on: 'files', fault: { answer: 404 } }],
}
