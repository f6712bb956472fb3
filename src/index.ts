export type { EngineInfo } from '../workers/engine.ts'
export type { ProviderChoice } from '../workers/neural/device.ts'
export type { Account } from './account.ts'
export {
  createDarkroom,
  type Darkroom,
  type DarkroomInfo,
  type DarkroomOptions,
  type PreloadOptions,
  type RunOptions,
} from './darkroom.ts'
export { DarkroomError, type ErrorCode, isDarkroomError } from './errors.ts'
export type { DarkroomEvents, JobProgress } from './events.ts'
export type { Details, JobRecord, Status, Warning } from './jobs/record.ts'
export type { Limits } from './plan/limits.ts'
export type { Plan, SourceFacts, Step } from './plan/plan.ts'
export type { Request } from './request/schema.ts'
