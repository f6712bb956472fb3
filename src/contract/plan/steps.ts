import type { BackgroundMethod } from '../request/background.ts'
import type { ValidatedRequest } from '../request/validate.ts'
import type { Limits } from './limits.ts'
import type { Box, Size, TargetSize } from './size.ts'

/** What a service is asked: a request without its source. */
export type RemoteRequest = Omit<ValidatedRequest, 'url' | 'urls' | 'target' | 'webhooks'>

/** Red, green, blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

/** What fills space that the image does not cover. `auto`: the median colour of the image's outer 1 %, or transparency where the image has some. */
export type Fill = 'auto' | 'transparent' | Rgb

type UpscaleModel = 'span-x2' | 'span-x4' | 'text-x4'
type ToneType = 'contrast' | 'hdr_light' | 'hdr_light_advanced'

/** One step of the work on an image. An operation of the same name carries it out. */
export type Step =
  | { op: 'clean'; model: 'clean' }
  | { op: 'denoise'; model: 'denoise-v1' | 'denoise-v2' }
  | { op: 'deblur'; model: 'deblur-v1' | 'deblur-v2' }
  | { op: 'white_balance'; level: number }
  | { op: 'exposure_correction' }
  | { op: 'light'; type: ToneType; level: number }
  | { op: 'color'; type: ToneType; level: number }
  /** Flattens the lighting of a photographed or scanned page: its paper becomes white. */
  | { op: 'document' }
  /** Takes the background away. What comes behind is put there once the size is known. */
  | { op: 'background'; remove: BackgroundMethod }
  /** Puts the input `replace`, or the colour that the background had, behind what is transparent. */
  | { op: 'backdrop'; behind: 'replace' | 'auto' }
  /** Puts a colour behind what is transparent. */
  | { op: 'flatten'; color: Rgb }
  /** Finds the content or the item; it is replaced by the steps that bring that into the frame (`located`). */
  | ({ op: 'subject'; focus: 'content' | 'item' } & ResizeOptions)
  /** Keeps a part of the image. */
  | ({ op: 'crop' } & Box)
  | { op: 'upscale'; model: UpscaleModel; scale: 2 | 4 }
  | ({ op: 'resize'; filter: 'catrom' | 'lanczos3' } & Size)
  /** `enlarged`: by how much the image was scaled up before. */
  | {
      op: 'face_enhance'
      type: 'beautify-real' | 'beautify'
      level: number
      smoothing: number
      enlarged: number
    }
  /** Places the image at (x, y) on a canvas; what stands out is cut. */
  | ({ op: 'canvas'; fill: Fill } & Box)
  /**
   * Draws the input `caption`. `widthPercent` is of the image's width; `padding` in pixels, 5 % of the width where
   * absent; `maxPixels` of the scaled caption, as far as it is seen.
   */
  | {
      op: 'caption'
      at: CaptionPosition
      widthPercent: number
      padding?: number
      opacity: number
      maxPixels: number
    }
  /** Scores the image; above `threshold` the input `nsfw` takes its place, or a plain image where there is none. */
  | { op: 'nsfw'; threshold: number; substitute: boolean }
  /**
   * The generative part, at the remote service: `fields` are the request's fields that need it, `request` is what
   * it is asked, with no image, the source as it was given, or the image that the steps before made.
   */
  | {
      op: 'remote'
      fields: string[]
      request: RemoteRequest
      sends: 'nothing' | 'source' | 'picture'
    }
  /** Stands for the steps that bring the image that came back into its frame: they are known once its size is. */
  | ({ op: 'fit' } & ResizeOptions)

/** What framing an image needs to know beside its size. */
export interface ResizeOptions {
  target: TargetSize
  fill: Fill
  /** The network that enlarges by 4; the basic kind has another for 2. */
  upscale: 'v1' | 'text_x4'
  /** Steps between scaling and the canvas. */
  between: Step[]
  limits: Limits
}

export interface CaptionPosition {
  horizontal: 'left' | 'middle' | 'right'
  vertical: 'top' | 'middle' | 'bottom'
}

/** How the result is written. */
export interface Output {
  /** `auto`: the input's own format where it is jpeg, png or webp and can hold the result, else png. */
  format: 'jpeg' | 'png' | 'webp' | 'auto'
  /** 0 to 100, for jpeg and webp. With `maxFileSize` the most that is tried, 100 where it is absent there. */
  quality: number
  /** Bytes: the highest quality that fits is taken. */
  maxFileSize?: number
  /** Written into the file; the source's own where absent. */
  dpi?: number
  /** Whether the source's EXIF goes along, without its orientation and thumbnail. */
  exif: boolean
}
