/** Names of the endpoints, for faults and recorded requests. */
export type Endpoint = 'process' | 'process_result' | 'result' | 'delete' | 'me' | 'files' | 'other'

/** A fault of one response. */
export type Fault =
  /** Answers this status without running the handler. */
  | { answer: number; code?: string; message?: string; headers?: Record<string, string> }
  /** Answers 200 with this body. */
  | { body: string | Uint8Array; type?: string }
  /** Answers 200 with so many bytes, and no `Content-Length`. */
  | { flood: number }
  /** Cuts the connection, before or after the handler runs. */
  | { drop: 'before' | 'after' }
  /** Cuts the connection after so many bytes of the body. */
  | { cut: number }
  /** Sends half of the body as if it were whole. */
  | { half: true }
  /** Delays the response, in milliseconds. */
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
