export type { Darkroom, RequestWithoutSource } from './darkroom.ts'
export type { Keys } from './http/api-key.ts'
export type { ResultFile } from './http/backend.ts'
export type {
  BitmapOptions,
  DarkroomEvents,
  FileOptions,
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
  SizedResult,
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
export type { Limits } from './plan/limits.ts'
export type { ImageInfo, Plan } from './plan/plan.ts'
export type { RemoteRequest, Step } from './plan/steps.ts'
export type { Account } from './remote/account.ts'
export type { ConsentRequest, RemoteOptions, SentSummary } from './remote/connection.ts'
export type { ImageInput } from './request/processing-parameters.ts'
export type { ProcessingRequest } from './request/schema.ts'
export { DarkroomError, type ErrorCode, isDarkroomError } from './shared/errors.ts'
export type { Priority } from './shared/priority.ts'
export type { Warning } from './shared/warning.ts'
export type {
  EngineInfo,
  GpuVerdict,
  ModelCheck,
  ModelRequirement,
  PrecisionChoice,
  ProviderChoice,
} from './shared/worker/api.ts'
export type {
  Details,
  FaceBox,
  Precision,
  StepDetails,
  UpscaleChoice,
} from './shared/worker/details.ts'
export type { SourceOptions } from './sources/proxy.ts'
