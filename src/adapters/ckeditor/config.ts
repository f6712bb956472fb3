import type { Darkroom, RequestWithoutSource } from '../../darkroom.ts'
import {
  type Check,
  callback,
  checkOptions,
  object,
  oneOf,
  required,
} from '../../shared/check-options.ts'
import type { RequestOf } from '../request-of.ts'

/** CKEditor's configuration at the key `darkroom`. */
export interface DarkroomConfig {
  darkroom: Pick<Darkroom, 'toFile'>
  /** What is done to each file that is uploaded, or a function that tells it: undefined leaves a file as it is. */
  request?: RequestOf<File>
  /**
   * Sends a file, and resolves with its URL, or with several as upload adapters do. `onProgress` takes a ratio from 0 to 1.
   * Default: the upload adapter that the editor has.
   */
  upload?: (
    file: File,
    options: { signal: AbortSignal; onProgress: (ratio: number) => void },
  ) => Promise<string | Record<string, string>>
  /** What becomes of a file that is no image that can be read: an error, by default, or its upload as it is. */
  unreadable?: 'reject' | 'original'
  /** By the names that toolbars and `editor.execute` have. */
  actions?: Record<string, ImageAction>
}

export interface ImageAction {
  label: string
  /** An SVG. It stands in place of the label, which becomes the tooltip. */
  icon?: string
  /** What is done to the image that is selected. */
  request: RequestWithoutSource
}

const checks: Record<keyof DarkroomConfig, Check> = {
  darkroom: required({
    expected: 'a Darkroom',
    isValid: (value) => callback.isValid((value as Darkroom | null)?.toFile),
  }),
  request: {
    expected: 'a request, or a function',
    isValid: (value) => object.isValid(value) || callback.isValid(value),
  },
  upload: callback,
  unreadable: oneOf(['reject', 'original']),
  actions: object,
}

export function checkConfig(config: unknown): DarkroomConfig {
  checkOptions(config, checks, 'darkroom')
  return config as DarkroomConfig
}
