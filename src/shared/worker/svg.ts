/** Attributes of the root of an SVG, which may be missing. */
export type SvgRoot = Record<'width' | 'height' | 'viewBox', string | null | undefined>

/** What a worker counts in an SVG. */
export interface SvgFacts {
  /** Undefined if there is none that can be read. */
  root: SvgRoot | undefined
  /** Where the root starts, in characters. */
  start: number
  /** Intermediate images of the whole image that drawing it takes. */
  layers: number
  /** Why a page shall not draw it itself. */
  refused?: string
}

/** A renderer of SVGs that the application installed. */
export interface SvgOptions {
  /** URL of a folder with `index.mjs` and `index_bg.wasm` of @resvg/resvg-wasm. The worker loads them on first use. */
  resvg: string
  /** URLs of fonts (TrueType, OpenType, WOFF, WOFF2) for its texts: an SVG with text is refused without. */
  fonts?: string[]
}
