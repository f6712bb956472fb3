import type { Length } from '../request/lengths.ts'

export interface Size {
  width: number
  height: number
}

/** A rectangle, in pixels. */
export interface Box extends Size {
  x: number
  y: number
}

export type Fit = 'canvas' | 'bounds' | 'cover' | 'crop'
export type Focus = 'center' | 'content' | 'item'

/** What a request asks of sizes, for one source. In pixels, but for padding in per cent. */
export interface TargetSize {
  width?: number
  height?: number
  fit: Fit
  /** What a crop keeps in view. */
  focus: Focus
  padding: Length
  minLength?: number
  /** Whether `minLength` is of the item, where it is known, instead of the whole. */
  minLengthOfItem?: true
  maxLength?: number
}
