import type { Semaphore } from '../async/semaphore.ts'
import type { ImageInputs } from '../contract/image-source.ts'
import type { Limits } from '../contract/plan/limits.ts'
import type { Plan } from '../contract/plan/plan.ts'
import type { NormalizedRequest } from '../contract/request/normalize.ts'
import type { EngineClient } from '../engine/client.ts'
import type { RemoteConnection } from '../remote/connection.ts'
import type { SourceContext } from '../sources/resolve.ts'

/** What carrying out a request needs of the Darkroom it runs in. */
export interface ExecutionContext extends SourceContext {
  engine: EngineClient
  limits: Limits
  /** The service that generative parts go to, and how many requests go out at once. */
  readonly remote?: RemoteSlot | undefined
}

export interface RemoteSlot {
  connection: RemoteConnection
  uploads: Semaphore
}

/** A plan and its images. A source that only the service looks at is not among them. */
export interface PreparedRequest {
  request: NormalizedRequest
  inputs: Partial<ImageInputs>
  plan: Plan
}
