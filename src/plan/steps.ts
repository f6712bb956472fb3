import type { BackgroundMethod } from '../request/background.ts'
import type { OutputFormat } from '../request/normalize.ts'
import type { ValidatedRequest } from '../request/validate.ts'
import type { EnhancementStep, RestoreStep } from './enhancement-steps.ts'
import type { Framing } from './framing.ts'
import type { Limits } from './limits.ts'
import type { Orientation } from './orientation.ts'
import type { Box, Size, TargetSize } from './size.ts'

/** The request to the remote service, without its source. */
export type RemoteRequest = Omit<ValidatedRequest, 'url' | 'urls' | 'target' | 'webhooks'>

/** Red, green, blue, 0 to 255. */
export type Rgb = readonly [number, number, number]
/** With alpha, if it is not opaque. */
export type Color = Rgb | readonly [...Rgb, alpha: number]

/** The fill of space that the image does not cover. `auto`: the median colour of the image's outer 1 %, or transparent if the image has transparency. */
export type Fill = 'auto' | 'transparent' | Color

type UpscaleModel = 'span-x2' | 'span-x4' | 'text-x4' | RestoringModel
type RestoringModel = 'restore-x4'

/** Where the mask is corrected: by boxes, and by the input `hints`. Without a mask, the alpha is. */
export interface Corrections {
  keep?: Box[]
  erase?: Box[]
  hints?: true
}

/** One step of a plan. The operation of the same name carries it out. */
export type Step =
  | EnhancementStep
  | RestoreStep
  /** Flattens the lighting of a photographed or scanned page: its paper becomes white. */
  | { op: 'document' }
  /** Finds what stays when the background is removed: the image's mask, for `cut_out`. */
  | { op: 'background'; remove: BackgroundMethod }
  /**
   * Makes transparent what the mask does not hold, that of `background` (`found`) or the input `mask`: its border is refined, or it is
   * taken as it is. A `backdrop` step fills it once the size is known. `framing`: what of its inputs belongs to the image.
   */
  | ({ op: 'cut_out'; found?: true; mask?: 'refined' | 'exact'; framing?: Framing } & Corrections)
  /** Shows the alpha as a gray, opaque image. */
  | { op: 'mask' }
  /** Puts the input `replace`, or the former background's colour, behind transparent pixels. */
  | { op: 'backdrop'; behind: 'replace' | 'auto' }
  /** Puts a colour behind transparent pixels. */
  | { op: 'flatten'; color: Color }
  | DeferredStep
  /** Turns and mirrors the image upright, which then has this size. */
  | ({ op: 'orient'; orientation: Orientation } & Size)
  /** Crops the image to a box. */
  | ({ op: 'crop' } & Box)
  /**
   * `ifDegraded`: the model that is used instead where the image shows compression, noise, an earlier enlargement, or is
   * a drawing. `keepFaces`: but not for the faces of a compressed image.
   */
  | {
      op: 'upscale'
      model: UpscaleModel
      scale: 2 | 4
      ifDegraded?: RestoringModel
      keepFaces?: true
    }
  | ({ op: 'resize'; filter: 'catrom' | 'lanczos3' } & Size)
  /** `enlarged`: the factor by which the image was enlarged before, at least 1. */
  | {
      op: 'face_enhance'
      type: 'beautify-real' | 'beautify'
      level: number
      smoothing: number
      enlarged: number
    }
  /** Places the image at (x, y) on a canvas; what lies outside is cut off. */
  | ({ op: 'canvas'; fill: Fill } & Box)
  /**
   * Draws the input `caption`. `widthPercent` refers to the image's width; `padding` in pixels, default 5 % of the
   * width; `maxPixels` limits the visible part of the scaled caption.
   */
  | {
      op: 'caption'
      at: CaptionPosition
      widthPercent: number
      padding?: number
      opacity: number
      maxPixels: number
    }
  /** Scores the image; above `threshold` the input `nsfw`, or else a plain image, replaces it. */
  | { op: 'nsfw'; threshold: number; substitute: boolean }
  /**
   * The generative part, at the remote service. `fields` are the request's fields that need it; `request` is sent,
   * with no image, with the source itself, or with the image that the previous steps made.
   */
  | {
      op: 'remote'
      fields: string[]
      request: RemoteRequest
      sends: 'nothing' | 'source' | 'picture'
    }
  /** Makes the image transparent again where the input `sent` is, if the service returned it without transparency. */
  | { op: 'matte' }
  /**
   * Puts the pixels of the input `sent` back into an image of size `frame`, at `box`, where the service left them
   * untouched. Before that the image is enlarged to `frame`.
   */
  | { op: 'detail'; frame: Size; box: Box; upscale: ResizeOptions['upscale']; limits: Limits }

/**
 * Stands for the steps that resize an image until enough is known to plan them: `subject` until the content or the item is
 * found, to which they crop; `fit` until the service has returned its image, which has a size then.
 */
export type DeferredStep = ({ op: 'subject'; focus: 'content' | 'item' } | { op: 'fit' }) &
  ResizeOptions

export type UpscaleMode = 'auto' | 'faithful' | 'restore' | 'text_x4'

/** How an image is resized. */
export interface ResizeOptions {
  target: TargetSize
  fill: Fill
  /** What enlarges: the network for text, or the faithful one, the restoring one, or either by what the image shows. */
  upscale: UpscaleMode
  /** Steps between scaling and the canvas. */
  between: Step[]
  limits: Limits
}

export interface CaptionPosition {
  horizontal: 'left' | 'middle' | 'right'
  vertical: 'top' | 'middle' | 'bottom'
}

/** How the result is encoded. */
export interface Output {
  /** `auto`: the source's format if it is jpeg, png or webp and can hold the result, else png. */
  format: OutputFormat | 'auto'
  /** For jpeg, webp, avif and jxl, 0 to 100. With `maxFileSize`, the highest quality that is tried. */
  quality: number
  /** In bytes: the highest quality that fits is used. */
  maxFileSize?: number
  /** Written into the file. Default: the source's. */
  dpi?: number
  /** Whether the source's EXIF is kept, without its orientation and thumbnail. */
  exif: boolean
  /** The result is an ImageBitmap, and no file. */
  bitmap?: true
}
