import type { Semaphore } from '../async/semaphore.ts'
import type { EngineClient } from '../engine/client.ts'
import type { Limits } from '../plan/limits.ts'
import type { LocalPlan, Plan } from '../plan/plan.ts'
import type { Split } from '../plan/split.ts'
import type { RemoteConnection } from '../remote/connection.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import type { ImageInputs } from '../shared/image-source.ts'
import type { Warning } from '../shared/warning.ts'
import type { PlanDemand, RunSettings } from '../shared/worker/api.ts'
import type { SourceContext } from '../sources/resolve.ts'

/** What executing a request needs. */
export interface ExecutionContext extends SourceContext {
  engine: EngineClient
  limits: Limits
  /** URL of the frame that draws SVGs. */
  svgFrame?: string | undefined
  hasSvgRenderer?: boolean
  /** The most memory that a job may need. */
  memoryBytes: number
  /** The remote service for generative steps, if one is configured. */
  readonly remote?: RemoteSlot | undefined
}

export interface RemoteSlot {
  connection: RemoteConnection
  /** Limits how many requests are sent at once. */
  uploads: Semaphore
}

/** A plan and its images, and warnings for the record. */
export type PreparedRequest = PreparedLocal | PreparedRemote

/** Runs on the device alone. */
export interface PreparedLocal {
  request: NormalizedRequest
  inputs: ImageInputs
  plan: LocalPlan
  warnings: Warning[]
  /** What the plan asks of the workers, and how it is carried out within the memory of a job. */
  demand: PlanDemand
  settings: RunSettings
  segments?: never
}

/** Has a remote step. A source that only the remote service needs is not among the inputs. */
export interface PreparedRemote {
  request: NormalizedRequest
  inputs: Partial<ImageInputs>
  plan: Plan
  warnings: Warning[]
  /** The parts of the plan before, at and after the remote step. */
  segments: Split
  settings?: never
}
