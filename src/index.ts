export type { EngineInfo } from '../workers/engine.ts'
export type { ModelCheck } from '../workers/neural/check.ts'
export type { ProviderChoice } from '../workers/neural/device.ts'
export type { Account } from './account.ts'
export type { Clock } from './clock.ts'
export { createDarkroom, type Darkroom } from './darkroom.ts'
export type { Environment } from './environment.ts'
export { DarkroomError, type ErrorCode, isDarkroomError } from './errors.ts'
export type { DarkroomEvents, JobProgress } from './events.ts'
export type { Keys } from './http/keys.ts'
export type { ResultFile } from './http/service.ts'
export type { Locks } from './jobs/locks.ts'
export type {
  Details,
  FaceBox,
  FailedJob,
  ItemRecord,
  JobDetails,
  JobRecord,
  JobSummary,
  Status,
  Warning,
  WebhookOutcome,
  WrittenTarget,
} from './jobs/record.ts'
export type { JobStore } from './jobs/store.ts'
export type { Stored, StoredJob, Tombstone } from './jobs/stored.ts'
export type { DarkroomInfo, DarkroomOptions, PreloadOptions, RunOptions } from './options.ts'
export type { Limits } from './plan/limits.ts'
export type { Plan, SourceFacts } from './plan/plan.ts'
export type { RemoteRequest } from './plan/remote.ts'
export type { Step } from './plan/steps.ts'
export type { RemoteOptions, Sending, Sent } from './remote/remote.ts'
export type { ProcessingRequest } from './request/schema.ts'
