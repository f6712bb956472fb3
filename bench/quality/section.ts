import type { ProcessingRequest } from '../../src/index.ts'

/** Processes an image through the public object. */
export type Develop = (image: ImageData, request: ProcessingRequest) => Promise<ImageData>

export interface Row {
  name: string
  /** Returns one figure per column for one clean image. Random numbers come from the seed. */
  measure(truth: ImageData, seed: number, develop: Develop): Promise<number[]>
}

/** A table of the report, with means over the images. */
export interface Section {
  about: string
  /**
   * The middle 320 x 320 px of photographs, whole photographs, pages of text of 320 x 320 px, the photographs that have
   * reference cut-outs, a portrait, truly degraded images, the files with an alpha,
   * people, opaque where they are, street photographs, or what the training of `matte` held out, opaque where the subject is.
   */
  pictures:
    | 'middles'
    | 'photographs'
    | 'pages'
    | 'cut-outs'
    | 'portrait'
    | 'degraded'
    | 'alphas'
    | 'people'
    | 'street'
    | 'held-out street'
    | 'held-out hair'
    | 'held-out heads'
    | 'held-out things'
  /** Folders of the test data. Default: `kodak`. */
  needs?: string[]
  /** The number of images. Default: the number of photographs. */
  count?: number
  columns: string[]
  /** The first column that shows the worst value beside the mean. */
  worstFrom?: number
  /** Which value is the worst. Default: `least`. */
  worst?: 'least' | 'most'
  rows: Row[]
}
