import type { ImageSource } from '../shared/image-source.ts'

/** An image: an address, a file or bytes, pixels, or an element of the page. */
export type ImageInput =
  | string
  | URL
  | ImageSource
  | ArrayBuffer
  | ArrayBufferView<ArrayBuffer>
  | OffscreenCanvas
  | CanvasElement
  | ImageElement

/** What is needed of an `HTMLCanvasElement`. Its type would be missing where there is no DOM, as in workers. */
interface CanvasElement {
  readonly width: number
  readonly height: number
  toDataURL(type?: string): string
}

/** What is needed of an `HTMLImageElement`: its address, since its file is read. */
interface ImageElement {
  readonly currentSrc: string
  readonly src: string
  decode(): Promise<void>
}

/** A number, or one in a string as forms send it. */
export type Numeric = number | `${number}`

/** Pixels, or a percentage such as `'200%'`. */
export type LengthInput = Numeric | `${number}%`

/** A box in the upright source. Pixels of `x` and `y` count from its left upper corner. */
export type BoxInput = Readonly<{
  x: LengthInput
  y: LengthInput
  width: LengthInput
  height: LengthInput
}>

/** A hexadecimal color such as `'#FFFFFF'` or `'#FFF'`, or `'#FFFFFF80'` with alpha. */
type HexColor = `#${string}`

/** The horizontal position (left, middle, right), then the vertical one (top, middle, bottom). */
type Position =
  | `${'L' | 'M' | 'R'}${'T' | 'M' | 'B'}`
  | `${'T' | 'B'}${'L' | 'M' | 'R'}`
  | `M${'L' | 'R'}`

/** A type whose fields may also be null, which counts as absent. */
export type Fields<T> = { [K in keyof T]?: T[K] | null | undefined }

export type ToneParameters = Fields<{
  /**
   * `contrast` stretches the range of values, `hdr_light` also lifts shadows, `hdr_light_advanced` works area by area.
   * Default: `hdr_light_advanced` for light, `hdr_light` for color.
   */
  type: 'contrast' | 'hdr_light' | 'hdr_light_advanced'
  /** Strength from 0 to 1. Default: 1 for light, 0.85 for color. */
  level: Numeric
}>

export type FaceParameters = Fields<{
  /** `beautify-real` (default) keeps the skin's texture; `beautify` smooths it. */
  type: 'beautify-real' | 'beautify'
  /** Strength from 0 to 1. Default 1. */
  level: Numeric
  /** Additional smoothing of the skin, from 0 to 1. Default 0. */
  smoothing_level: Numeric
}>

export type CaptionParameters = Fields<{
  /** The image that is drawn on the result, for example a logo. Required. */
  url: ImageInput
  /** Where it is drawn. Default `'RB'`: right, bottom. */
  position: Position
  /** Its width in per cent of the result's, from 0.01 to 1000. Default 25. */
  target_width_percentage: Numeric
  /** Pixels between it and the result's border, 0 or more. Default: 5 % of the result's width. */
  padding: Numeric
  /** From 0 (invisible) to 100. Default 100. */
  opacity: Numeric
}>

export type NsfwParameters = Fields<{
  /** The score above which the substitute replaces the result, from 0 (always) to 1. Default 0.5. */
  threshold: Numeric
  /** The substitute. Default: a plain grey image. */
  nsfw_image_url: ImageInput
  /** @deprecated Another spelling of `nsfw_image_url`. */
  image_url: ImageInput
}>

export type PlacementParameters = Fields<{
  /** X and Y of the source on the canvas, in pixels. */
  coordinates: [Numeric, Numeric]
  /** Width of the source on the canvas, in pixels. */
  width: Numeric
  /** Height of the source on the canvas, in pixels. */
  height: Numeric
  /** Degrees from -360 to 360. */
  rotation: Numeric
  /** Whether the source is fitted into the box of `width` and `height`. */
  fit: boolean
}>

export type BackgroundParameters = Fields<{
  /**
   * Removes the background: `auto` for most images, `v2` by a larger model, `human` for portraits, `item` for products,
   * `generative` by the remote service and `prompt`.
   * @example { remove: 'auto', color: '#FFFFFF' }
   */
  remove: 'auto' | 'v2' | 'human' | 'item' | 'generative'
  /** What stays in the foreground, in words. Only with `remove: 'generative'`. */
  prompt: string
  /** What fills removed background, canvas and padding; over white in a `jpeg`. Default: transparent, or the border's color where nothing was removed. */
  color: 'auto' | 'transparent' | HexColor
  /** An image behind the cut-out. Implies `remove: 'auto'`. */
  replace: ImageInput
  /**
   * Not in the interface: what stays, as a picture. White stays; of a picture with transparency, what is opaque. Scaled to the
   * source, which needs no network then. Wins over `remove`.
   * @example { mask, color: '#FFFFFF' }
   */
  mask: ImageInput
  /** Not in the interface: whether the border of `mask` is moved to the border in the image. Default true. */
  refine: boolean
  /**
   * Not in the interface: boxes that stay, whatever was found, in pixels or per cent of the source. Corrections run no
   * network again. @example [{ x: 40, y: '10%', width: 200, height: 300 }]
   */
  keep: readonly BoxInput[]
  /** Not in the interface: boxes that are removed, whatever was found. They win over `keep` and `hints`. */
  erase: readonly BoxInput[]
  /** Not in the interface: a picture, scaled to the source, that keeps where it is white and removes where it is black. */
  hints: ImageInput
  /** Not in the interface: `mask` shows what stays, in white on black, as a `png` unless a format is named. */
  output: 'mask'
  /** Generates the background. Needs the remote service. */
  generate: GenerateParameters
}>

/** Parameters of the remote service's generative models. */
export type GenerateParameters = Fields<{
  /** The generative model. Default `realistic`. */
  model_type: string
  /** The prompt. @example 'a wooden table in the morning sun' */
  description: string
  /** The random seed, an integer of 0 or more. Without it each result differs. */
  sample_num: Numeric
  /** How the source is used. Default `generate_background`. */
  adapter_type:
    | 'generate_background'
    | 'face'
    | 'control'
    | 'control2'
    | 'upscale'
    | 'inpainting'
    | 'img2img'
  /** Uses details of the face only. With `adapter_type: 'face'`. */
  face_id: boolean
  /** How much the edges are preserved, from 0 to 1. Default 0.5. */
  controlnet_conditioning_scale: Numeric
  /** The item's share of the result, from 0 to 1. */
  item_area_percentage: Numeric
  /** Red, green and blue from 0 to 255, which tint the generated background. */
  color: [Numeric, Numeric, Numeric]
  /** A backdrop that is blended with what was generated. */
  background_url: ImageInput
  /** Where the item stands. */
  position: Position
  /** `outpainting` leaves the product as it is, `generate` regenerates the whole image, `head_swap` swaps faces. */
  generation_type: 'outpainting' | 'generate' | 'head_swap'
  /** How close an avatar comes to the source's face. */
  avatar_generation_type: 'regular' | 'accurate' | 'creative_img2img'
  /** The mask of an inpainting, or the replacement of a face. */
  ip_image2: ImageInput
  /** Images for the context of `img2img`. */
  context_images: readonly ImageInput[]
}>
