import type { Enhancement } from './enhancement-names.ts'
import type {
  BackgroundParameters,
  BoxInput,
  CaptionParameters,
  FaceParameters,
  Fields,
  GenerateParameters,
  ImageInput,
  LengthInput,
  NsfwParameters,
  Numeric,
  PlacementParameters,
  ToneParameters,
} from './processing-parameters.ts'

/** What a request asks for. Every field is optional, and null counts as absent. */
export type ProcessingRequest = Fields<{
  /**
   * The source: a URL (relative ones too), `base64,<data>`, `storage://<name>/<path>`, a `Blob` or `File`, bytes,
   * `ImageData`, an `ImageBitmap`, a canvas, or an `<img>`, whose file is read.
   * @example { url: input.files[0], width: '200%' }
   */
  url: ImageInput
  /** Several sources, each processed alike by a job of its own; the record then has `results`. Excludes `url`. */
  urls: readonly ImageInput[]
  /**
   * Not in the interface: the part of the upright source that is used, in pixels or per cent of it. Cut out before anything
   * else is done; all other lengths are of what is left.
   * @example { x: 40, y: '10%', width: 800, height: '50%' }
   */
  crop: BoxInput
  /** Not in the interface: degrees by which the image is turned clockwise, after `crop`. Default 0. */
  rotate: 0 | 90 | 180 | 270 | '0' | '90' | '180' | '270'
  /** Not in the interface: mirrors the image left to right, top to bottom, or `both`, after `rotate`. */
  flip: 'horizontal' | 'vertical' | 'both'
  /** A folder of a storage that the result is also written to. @example 'storage://shop/processed' */
  target: string
  /**
   * Width of the result: pixels, or a percentage of the source's. With only one of width and height, the other keeps the
   * ratio.
   * @example 1920, '200%'
   */
  width: LengthInput
  /** Height of the result: pixels, or a percentage of the source's. @example 1080, '50%' */
  height: LengthInput
  /**
   * Not in the interface: 1 to 20 widths in pixels, instead of `width`, `height` and `print_size`: all that is slow is done
   * once. The record is the largest's, with `results`, one a width, and `srcset`. Widths above the source's are left out,
   * unless `upscale_parameters`, `generative_upscale` or a preset enlarges.
   * @example [320, 640, 1280]
   */
  sizes: readonly Numeric[]
  /** Pixels that the shorter side has at least: smaller images are enlarged. */
  min_length: Numeric
  /** Pixels that the longer side has at most: larger images are reduced. */
  max_length: Numeric
  /** Enlarges by a diffusion model of the remote service. Default false. */
  generative_upscale: boolean
  /** How much `generative_upscale` invents, an integer from 1 to 9. */
  upscale_strength: Numeric
  /**
   * `v1` (default) for photographs and drawings, `text_x4` for screenshots and scans. `mode`, not in the interface, of
   * `v1`: `auto` (default) restores what shows compression, noise or an earlier enlargement, and drawings; `faithful`
   * never does, `restore` always.
   */
  upscale_parameters: Fields<{ type: 'v1' | 'text_x4'; mode: 'auto' | 'faithful' | 'restore' }>
  /**
   * How the image is placed in `width` x `height`. `canvas` (default): whole, the rest filled; `bounds`: whole, the
   * result as large as it; `cover`: fills the box and may exceed it; `crop`: cut to the box, around its `center`, its
   * `content` (default) or its `item`; `{ canvas: 'outpainting' }`: filled by the remote service.
   * @example 'crop', { crop: 'center' }
   */
  fit:
    | 'canvas'
    | 'bounds'
    | 'cover'
    | 'crop'
    | { crop: 'center' | 'content' | 'item' }
    | { canvas: 'outpainting' }
    | Record<string, never>
  /** Margin around the content: pixels, or a percentage of the result, 0 or more. @example 40, '10%' */
  padding: LengthInput
  /** Corrections, applied in a fixed order whatever theirs here. @example ['denoise', 'light'] */
  enhancements: readonly Enhancement[]
  /** `v1` (default), or `v2` for heavy noise. With `denoise` in `enhancements`. */
  denoise_parameters: Fields<{ type: 'v1' | 'v2' }>
  /** `v1` (default) or `v2`: one network does what either asks for. With `deblur` in `enhancements`. */
  deblur_parameters: Fields<{ type: 'v1' | 'v2' }>
  /** How `light` in `enhancements` works. @example { type: 'contrast', level: 0.5 } */
  light_parameters: ToneParameters
  /** How `color` in `enhancements` works. @example { type: 'hdr_light', level: 0.85 } */
  color_parameters: ToneParameters
  /** Strength of `white_balance` in `enhancements`: `level` from 0 to 1, 0.5 by default. */
  white_balance_parameters: Fields<{ level: Numeric }>
  /** How `face_enhance` in `enhancements` works. @example { type: 'beautify', level: 0.7 } */
  face_enhance_parameters: FaceParameters
  /** Removes or replaces the background. @example { remove: 'auto', color: '#FFFFFF' } */
  background: BackgroundParameters
  /** A paper size instead of `width` and `height`. @example 'A4', 'letter' */
  print_size: string
  /** Dots per inch of `print_size`, an integer from 1 to 65535. Written into the file. Default 300. */
  dpi: Numeric
  /** Whether the paper of `print_size` turns to the image's orientation. Default true. */
  print_reorientation: boolean
  /** An image drawn on the result, such as a logo. @example { url: logo, position: 'RB', opacity: 60 } */
  caption: CaptionParameters
  /** The format of the result. Default: the source's if it is `jpeg`, `png` or `webp`, else `png`. */
  output_format: 'jpeg' | 'jpg' | 'png' | 'webp' | 'avif' | 'jxl'
  /** Quality of `jpeg`, `webp`, `avif` and `jxl`, an integer from 0 to 100. Default 85. */
  quality: Numeric
  /** Bytes, or a size with a unit; the best quality that fits is taken. Without `output_format`, a source that is no `webp` becomes a `jpeg`. Not for `png`. @example '500kb', '2.5 mb' */
  max_file_size: FileSize
  /** Checks the result for nudity, see `nsfw_parameters`. Default false. */
  safe: boolean
  /** When `safe` replaces the result, and by what. @example { threshold: 0.7 } */
  nsfw_parameters: NsfwParameters
  /** A named request that explicit fields override. @example 'auto_enhance' */
  preset: string
  /** Of `background.generate`, for templates. */
  model_type: string
  /** Of `background.generate`, for templates. */
  adapter_type: NonNullable<GenerateParameters['adapter_type']>
  /** `complete`: a URL that receives a POST once the job is complete. */
  webhooks: Fields<{ complete: string }>
  /** @deprecated Another spelling of `webhooks.complete`. */
  webhook_url: string
  /** Where an outpainting places the source. */
  placement: PlacementParameters
  /** The name of a tool, passed to the remote service. */
  image_app: string
  /** Whether the result keeps the source's EXIF, without orientation and thumbnail. Default false. */
  keep_exif: boolean
}>

type Unit = 'b' | 'kb' | 'mb' | 'gb'
type FileSize = Numeric | `${number}${'' | ' '}${Unit | Uppercase<Unit>}`
