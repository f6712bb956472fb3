export { DarkroomError, type ErrorCode, isDarkroomError } from './contract/errors.ts'
export type { Limits } from './contract/plan/limits.ts'
export type { ImageInfo, Plan } from './contract/plan/plan.ts'
export type { RemoteRequest, Step } from './contract/plan/steps.ts'
export type { Priority } from './contract/priority.ts'
export type { ImageInput } from './contract/request/processing-parameters.ts'
export type { ProcessingRequest } from './contract/request/schema.ts'
export type { Warning } from './contract/warning.ts'
export type {
  EngineInfo,
  ModelCheck,
  ModelRequirement,
  PrecisionChoice,
  ProviderChoice,
} from './contract/worker/api.ts'
export type {
  Details,
  FaceBox,
  Precision,
  StepDetails,
  UpscaleChoice,
} from './contract/worker/details.ts'
export type { Darkroom } from './darkroom.ts'
export type { Keys } from './http/api-key.ts'
export type { ResultFile } from './http/backend.ts'
export type {
  DarkroomEvents,
  JobOptions,
  JobPreview,
  JobProgress,
  RunOptions,
} from './jobs/events.ts'
export type {
  CompletedBatch,
  CompletedJob,
  FailedJob,
  ItemRecord,
  JobDetails,
  JobRecord,
  JobReference,
  JobSummary,
  SourceLink,
  Status,
  WebhookOutcome,
  WrittenTarget,
} from './jobs/record.ts'
export type { RequiredFiles } from './offline/required-files.ts'
export type {
  DarkroomInfo,
  DarkroomOptions,
  PlanWithRequirements,
  PreloadOptions,
} from './options.ts'
export type { Account } from './remote/account.ts'
export type { ConsentRequest, RemoteOptions, SentSummary } from './remote/connection.ts'
export type { SourceOptions } from './sources/proxy.ts'
