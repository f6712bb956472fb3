import type { Box } from '../../plan/size.ts'

/** What a job did. `provider` ran the models; null if no model was needed. */
export interface Details {
  provider: 'webgpu' | 'wasm' | null
  steps: StepDetails[]
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

/** What one step did. */
export interface StepDetails {
  operation: string
  ms: number
  /** Names of the models that it used. */
  model?: string
  /** What they computed in, `int8` in integers of 8 bits; `fp32` if one of several did. */
  precision?: Precision | 'int8'
  /** Of an enlargement by a network, but for text. */
  choice?: UpscaleChoice
  /** Of a crop: how the content or the item was found. */
  found_by?: FoundBy
  /**
   * Of a faithful enlargement: what its network computed, 0 to 1 of the whole. The rest is plain, and was interpolated: the
   * network would have changed nothing that can be seen.
   */
  computed?: number
  /** A sample of the image showed that its network would change nothing that can be seen: it was left out. */
  unchanged?: true
  /** Its result was taken over from an earlier job. */
  cached?: true
}

/** Floating-point numbers of 16 or 32 bits. */
export type Precision = 'fp16' | 'fp32'

/**
 * `transparency`: by what is visible; `backdrop`: by the plain surface behind it; `bars`: by those around it; `matte`: by the
 * models of `background.remove`; `saliency`: without models.
 */
export type FoundBy = 'transparency' | 'backdrop' | 'bars' | 'matte' | 'saliency'

/** Whether an image was enlarged as it is, or restored on the way. */
export interface UpscaleChoice {
  mode: 'faithful' | 'restore'
  /** `requested`, or what the image shows. */
  why: 'requested' | 'clean' | Damage
  /** What was measured, unless it was requested. */
  evidence?: UpscaleEvidence
}

/** What speaks for restoring an image. */
export type Damage = 'compressed' | 'noisy' | 'enlarged' | 'screened' | 'drawing'

/** What an image shows of its past. */
export interface UpscaleEvidence {
  /** Quality of a JPEG by its quantization table, 1 to 100. */
  jpeg_quality?: number
  /** How full the gap is that quantization leaves between its steps, as a share of what it is elsewhere: 0 compressed, 1 not. */
  gap: number
  /** Standard deviation of the noise, of 255. */
  noise: number
  /** High frequencies as a share of middle ones, at the sharpest edges. Absent where there are no edges. */
  sharpness?: number
  /** Share of the pixels around edges that have one of two tones: most in a drawing. */
  tones: number
  /** How certainly dots or lines of a print or a screen lie over it, 0 to 1. Absent where an image is too small to tell. */
  screen?: number
  /** By how much plain interpolation has enlarged it before. Absent where that is not certain. */
  enlarged_by?: number
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
