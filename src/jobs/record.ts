import type { Box } from '../plan/geometry.ts'
import type { Sent } from '../remote/remote.ts'

/** Something the caller should know that did not stop the job. */
export interface Warning {
  code: string
  message: string
  path?: string
}

export type Status = 'received' | 'not_started' | 'in_progress' | 'complete'

/** What a job did: `provider` computed the networks, or is null where none was needed. */
export interface Details {
  provider: 'webgpu' | 'wasm' | null
  steps: { operation: string; ms: number; model?: string }[]
  /** Of the result, in pixels and bytes. */
  width?: number
  height?: number
  bytes?: number
  /** Of a jpeg or webp, 0 to 100: what `max_file_size` came down to, else what was asked for. */
  quality?: number
  /** What the check of the result found, where it was asked for. */
  nsfw?: NsfwDetails
  /** Faces that were enhanced, where that was asked for. */
  faces?: number
  /** Where they are in the result, the surest first. Absent where a substitute took its place. */
  face_boxes?: FaceBox[]
}

/** A face, in whole pixels of the result; where a later step cut the picture it may reach beyond the edges. */
export interface FaceBox extends Box {
  /** How sure the network is, 0 to 1. */
  score: number
  /** x and y of each. Right and left are the person's own. */
  points: Record<FacePoint, [number, number]>
}

type FacePoint = 'right_eye' | 'left_eye' | 'nose' | 'mouth' | 'right_ear' | 'left_ear'

/** How sure a classifier is of each class, 0 to 1; `score` is that of `porn` and `hentai` together. */
export interface NsfwDetails {
  score: number
  /** Whether a substitute took the result's place. */
  triggered: boolean
  classes: { drawing: number; hentai: number; neutral: number; porn: number; sexy: number }
}

/** Where a request's `target` was written: a storage URL, and where others can open it, if anywhere. */
export interface WrittenTarget {
  path: string
  url?: string
}

/** One webhook: `sent, unconfirmed` where the receiver does not let this page read its answer. */
export interface WebhookOutcome {
  url: string
  outcome: 'pending' | 'sent' | 'sent, unconfirmed' | 'given up'
  attempts: number
  /** Why the last attempt did not succeed. */
  error?: string
  /** Whether a POST went out that this page could not learn the fate of. */
  blind?: boolean
}

/** What is known of a job, beside what its worker says. */
export interface JobDetails extends Details {
  target?: WrittenTarget
  webhook?: WebhookOutcome[]
  /** What went to the remote service. */
  sent?: Sent
  /** What a resumed job needs before it can go on. */
  waiting_for?: 'storage' | 'permission' | 'remote'
}

/** One picture of a request with `urls`. */
export interface ItemRecord {
  job: string
  status: Status | 'failed'
  /** The processed picture. */
  url: string | null
  /** The source, where the caller named one that others could open. */
  original_url: string | null
  file_name?: string
  /** Why it failed. */
  message?: string
}

/** The job record of the interface, and what Darkroom adds to it. */
export interface JobRecord {
  job: string
  status: Status
  /** A `blob:` URL, valid in this page until the job is deleted or evicted or Darkroom is disposed. Present once complete. */
  result_url?: string
  file_name?: string
  /** Of a request with `urls`, one item a picture in their order. */
  results?: ItemRecord[]
  warnings: Warning[]
  details?: JobDetails
}

/** A request as a list of them shows it: its record, or why it failed. */
export type JobSummary = (JobRecord | FailedJob) & {
  /** ISO 8601. */
  arrived: string
}

export interface FailedJob {
  job: string
  status: 'failed'
  warnings: Warning[]
  error: { code: string; message: string; path?: string }
}
