import type { Box } from '../plan/size.ts'

/** What a job did. `provider` ran the models; null if no model was needed. */
export interface Details {
  provider: 'webgpu' | 'wasm' | null
  steps: { operation: string; ms: number; model?: string }[]
  /** Size of the result in pixels. */
  width?: number
  height?: number
  /** Size of the result's file. */
  bytes?: number
  /** Quality of a jpeg or webp, 0 to 100: the requested one, or what `max_file_size` reduced it to. */
  quality?: number
  /** Result of the NSFW check, if requested. */
  nsfw?: NsfwDetails
  /** Number of enhanced faces, if requested. */
  faces?: number
  /** The faces in the result, by falling score. Absent if a substitute replaced the result. */
  face_boxes?: FaceBox[]
}

/** A face, in whole pixels of the result. It may exceed the edges if a later step cropped the image. */
export interface FaceBox extends Box {
  /** Confidence of the detector, 0 to 1. */
  score: number
  /** x and y of each landmark. Right and left from the person's own view. */
  points: Record<FacePoint, [number, number]>
}

type FacePoint = 'right_eye' | 'left_eye' | 'nose' | 'mouth' | 'right_ear' | 'left_ear'

/** Probabilities of the classifier's classes, 0 to 1. `score` is the sum of `porn` and `hentai`. */
export interface NsfwDetails {
  score: number
  /** Whether a substitute replaced the result. */
  triggered: boolean
  classes: { drawing: number; hentai: number; neutral: number; porn: number; sexy: number }
}
