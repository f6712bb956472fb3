import { type FileFormat, fileFormats } from '../../src/shared/file-format.ts'
import type { Format } from './formats/format.ts'
import * as registry from './registry.ts'

/** All formats by their names. */
export const formats: Record<FileFormat, Format> = registry

/** The usual extensions of a format's files. */
export const extensionsOf = (format: FileFormat): string => formats[format].extensions ?? format

/**
 * Recognizes the format of a file by its content: by signatures first, then by headers that make sense, in the order of
 * `fileFormats`. The extension of `name` decides only among the latter.
 */
export function sniff(bytes: Uint8Array, name = ''): FileFormat | undefined {
  const signed = fileFormats.find((format) => formats[format].matches?.(bytes))
  if (signed) return signed
  const plausible = fileFormats.filter((format) => formats[format].plausible?.(bytes))
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return (
    plausible.find((format) => extensionsOf(format).split(', ').includes(extension)) ?? plausible[0]
  )
}
