import type { Box } from '../plan/size.ts'

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

/** A face, in whole pixels of the result; where a later step cut the image it may reach beyond the edges. */
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
