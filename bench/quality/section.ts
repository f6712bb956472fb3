import type { ProcessingRequest } from '../../src/index.ts'

/** Processes an image through the public object. */
export type Develop = (image: ImageData, request: ProcessingRequest) => Promise<ImageData>

export interface Row {
  name: string
  /** One figure per column, for one good image; random numbers come from the seed. */
  measure(truth: ImageData, seed: number, develop: Develop): Promise<number[]>
}

/** A table of the report: means over the images. */
export interface Section {
  about: string
  /**
   * The middle 320 x 320 px of photographs, the whole of them, or as large pages of text; the photographs that have
   * reference cut-outs; a portrait.
   */
  pictures: 'middles' | 'photographs' | 'pages' | 'cut-outs' | 'portrait'
  /** The number of images, if they are fewer than the photographs. */
  count?: number
  columns: string[]
  /** The first column whose worst is shown beside the mean. */
  worstFrom?: number
  rows: Row[]
}
