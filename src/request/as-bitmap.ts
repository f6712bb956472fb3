import { DarkroomError } from '../shared/errors.ts'
import { ignored } from './ineffective.ts'
import type { Normalized } from './normalize.ts'

/** What only a file has. */
const OF_FILES = ['output_format', 'quality', 'max_file_size', 'keep_exif'] as const

/**
 * A request whose result is an ImageBitmap.
 * @throws DarkroomError BAD_REQUEST on `target`, which takes a file.
 */
export function asBitmap({ request, original, warnings }: Normalized): Normalized {
  if (request.target !== undefined) {
    const message = 'Expected no target: an ImageBitmap is no file that can be written'
    throw new DarkroomError('BAD_REQUEST', message, { path: 'target' })
  }
  const given = original as Record<string, unknown>
  const reasons = OF_FILES.map((name) => [
    name,
    given[name] != null && 'has no effect on an ImageBitmap',
  ])
  const { quality, max_file_size, keep_exif, ...rest } = request
  return {
    request: { ...rest, output_format: 'png', bitmap: true },
    original,
    warnings: [...warnings, ...ignored(Object.fromEntries(reasons))],
  }
}
