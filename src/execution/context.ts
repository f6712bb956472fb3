import type { Semaphore } from '../async/semaphore.ts'
import type { ImageInputs } from '../contract/image-source.ts'
import type { Plan } from '../contract/plan/plan.ts'
import type { NormalizedRequest } from '../contract/request/normalize.ts'
import type { EngineContext } from '../engine/client.ts'
import type { RemoteConnection } from '../remote/connection.ts'
import type { SourceContext } from '../sources/resolve.ts'

/** The remote service, and how many requests go out at once. */
export interface RemoteSlot {
  connection: RemoteConnection
  uploads: Semaphore
}

export interface ExecutionContext extends SourceContext, EngineContext {
  /** The service that generative parts go to. */
  readonly remote?: RemoteSlot | undefined
}

/** A plan and its pictures. A source that only the service looks at is not among them. */
export interface PreparedRequest {
  request: NormalizedRequest
  inputs: Partial<ImageInputs>
  plan: Plan
}
