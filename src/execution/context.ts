import type { Semaphore } from '../async/semaphore.ts'
import type { ImageInputs } from '../contract/image-source.ts'
import type { Limits } from '../contract/plan/limits.ts'
import type { Plan } from '../contract/plan/plan.ts'
import type { NormalizedRequest } from '../contract/request/normalize.ts'
import type { EngineClient } from '../engine/client.ts'
import type { RemoteConnection } from '../remote/connection.ts'
import type { SourceContext } from '../sources/resolve.ts'

/** What executing a request needs. */
export interface ExecutionContext extends SourceContext {
  engine: EngineClient
  limits: Limits
  /** The remote service for generative steps, if one is configured. */
  readonly remote?: RemoteSlot | undefined
}

export interface RemoteSlot {
  connection: RemoteConnection
  /** Limits how many requests are sent at once. */
  uploads: Semaphore
}

/** A plan and its images. A source that only the remote service needs is not among them. */
export interface PreparedRequest {
  request: NormalizedRequest
  inputs: Partial<ImageInputs>
  plan: Plan
}
