import { type DarkroomError, isDarkroomError } from '../shared/errors.ts'
import { resultTypes } from '../shared/file-format.ts'
import { type ImageSource, isImageSource } from '../shared/image-source.ts'
import { displayName } from '../storages/display-name.ts'
import { sourceName } from './source-name.ts'

/** A result as a file: `red dot.png` becomes `red dot.webp`. `name` is a name without an extension. */
export function fileOf(result: Blob, source: string | ImageSource, name?: string): File {
  const stem = name ?? sourceName(source ?? '').replace(/\.[^.]*$/, '')
  return named(result, stem, `.${resultTypes[result.type] ?? 'bin'}`)
}

/** The source as it came. @throws `error` unless it says that this Blob or File is no image. */
export function unreadableFile(source: unknown, error: unknown, name?: string): File {
  const { code, path } = isDarkroomError(error) ? error : ({} as DarkroomError)
  const isUnreadable = code === 'UNIDENTIFIED_IMAGE' && path === 'url'
  if (!isUnreadable || !isImageSource(source) || !('size' in source)) throw error
  if ('lastModified' in source && name === undefined) return source as File
  const [, extension = ''] = /(\.[^.]*)$/.exec(sourceName(source)) ?? []
  return named(source, name ?? '', extension)
}

function named(blob: Blob, stem: string, extension: string): File {
  const safe = displayName(stem).replace(/[/\\]/g, '').trim()
  return new File([blob], `${safe || 'image'}${extension}`, { type: blob.type })
}
