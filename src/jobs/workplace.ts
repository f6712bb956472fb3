import type { Plan } from '../plan/plan.ts'
import type { Line } from '../remote/remote.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import type { Reach } from '../sources/resolve.ts'
import type { Inputs } from '../sources/source.ts'
import type { Bench } from './run-plan.ts'
import type { Turns } from './turns.ts'

/** The remote service, and how many requests go out at once. */
export interface RemotePlace {
  line: Line
  uploads: Turns
}

export interface Workplace extends Reach, Bench {
  /** The service that generative parts go to. */
  readonly remote?: RemotePlace | undefined
}

/** A plan and its pictures. A source that only the service looks at is not among them. */
export interface Prepared {
  request: CanonicalRequest
  inputs: Partial<Inputs>
  plan: Plan
}
