import type { Length } from '../request/lengths.ts'

export interface Size {
  width: number
  height: number
}

export const isSameSize = (a: Size, b: Size): boolean =>
  a.width === b.width && a.height === b.height

/** A rectangle, in pixels. */
export interface Box extends Size {
  x: number
  y: number
}

export type Fit = 'canvas' | 'bounds' | 'cover' | 'crop'
export type Focus = 'center' | 'content' | 'item'

/** The size that a request asks for, for one source. In pixels, not rounded; padding may be a percentage. */
export interface TargetSize {
  width?: number
  height?: number
  fit: Fit
  /** What a crop keeps in the frame. */
  focus: Focus
  padding: Length
  minLength?: number
  /** Whether `minLength` is about the item, if it is known, instead of the whole image. */
  minLengthOfItem?: true
  maxLength?: number
}
