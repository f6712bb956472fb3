import type { Damage } from '../../src/shared/worker/details.ts'
import { once } from '../image/load-wasm.ts'
import { featuresOf } from './features.ts'
import type { PixelEvidence } from './measure.ts'

/** The logit from which an image is restored: models/build/train/damage/README.md has how often it errs. */
const RESTORED = 0.5
const JPEG_QUALITY = 75
const GAP = 0.32
const DRAWING = { tones: 0.62, flat: 0.2 }
/** Drawn pages that were never compressed have 0.74 or more; after a JPEG of quality 97 0.65, of 92 or less 0.5 at most. */
const DRAWN_GAP = 0.6

/** What a small network finds in an image: logits, above 0 where it is more likely than not. */
export interface DamageEstimate {
  /** Whether it should be restored. */
  restore: number
  noise: number
  blur: number
  /** A JPEG or WebP of low quality. */
  compression: number
  /** An earlier enlargement. */
  enlargement: number
  /** Dots or lines of a print or a screen. */
  screen: number
  /** It is drawn or written, not photographed. */
  drawing: number
}

/** `models/build/train/damage` writes it: for each output its weights and, at the end, its bias. */
const loadLayers = once(async () => (await import('./damage-weights.json')).default)

/** Undefined where too little is seen. */
export async function estimateDamage(pixels: PixelEvidence): Promise<DamageEstimate | undefined> {
  const features = featuresOf(pixels)
  if (!features) return undefined
  const layers = await loadLayers()
  const [restore, noise, blur, compression, enlargement, screen, drawing] = layers.reduce(
    (values, layer, i) => layer.map((weights) => sumOf(values, weights, i > 0)),
    features,
  ) as [number, number, number, number, number, number, number]
  return { restore, noise, blur, compression, enlargement, screen, drawing }
}

/** The weighted sum of the values, of those above 0 where `rectified`. */
const sumOf = (values: number[], weights: number[], rectified: boolean) =>
  values.reduce(
    (sum, value, i) => sum + (rectified ? Math.max(0, value) : value) * (weights[i] as number),
    weights[values.length] as number,
  )

/** What an image suffers from, if anything. `jpegQuality` is what its file tells. */
export function damageOf(
  estimate: DamageEstimate | undefined,
  jpegQuality = 100,
): Damage | undefined {
  if (jpegQuality <= JPEG_QUALITY) return 'compressed'
  if (!estimate || estimate.restore <= RESTORED) return undefined
  const { noise, blur, compression, enlargement, screen, drawing } = estimate
  const found: [number, Damage][] = [
    [noise, 'noisy'],
    [compression, 'compressed'],
    [Math.max(enlargement, blur), 'enlarged'],
    [screen, 'screened'],
  ]
  const [logit, damage] = found.reduce((most, each) => (each[0] > most[0] ? each : most))
  return logit < 0 && drawing > 0 ? 'drawing' : damage
}

/** Whether its file or its blocks show compression. */
export const isCompressed = ({ gap, flatness }: PixelEvidence, jpegQuality = 100) =>
  jpegQuality <= JPEG_QUALITY || (gap < GAP && !isDrawing(flatness))

/** A drawing without traces of compression. */
export const isCleanDrawing = ({ gap, flatness }: PixelEvidence) =>
  isDrawing(flatness) && gap > DRAWN_GAP

const isDrawing = ({ tones, flat }: PixelEvidence['flatness']) =>
  tones > DRAWING.tones && flat > DRAWING.flat
