import type { ProcessingRequest } from '../../src/index.ts'

/** Develops a picture through the public object. */
export type Develop = (image: ImageData, request: ProcessingRequest) => Promise<ImageData>

export interface Row {
  name: string
  /** One figure for each column, of one good picture; chance comes from the seed. */
  measure(truth: ImageData, seed: number, develop: Develop): Promise<number[]>
}

/** A table of the report: means over the pictures. */
export interface Section {
  about: string
  /**
   * The middle 320 x 320 px of photographs, the whole of them, or as large pages of text; the photographs that have
   * reference cut-outs; a portrait.
   */
  pictures: 'middles' | 'photographs' | 'pages' | 'cut-outs' | 'portrait'
  /** How many pictures there are, where they are fewer than the photographs. */
  count?: number
  columns: string[]
  /** Columns whose worst is shown beside the mean, from this one on. */
  worstFrom?: number
  rows: Row[]
}
