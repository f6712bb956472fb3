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
