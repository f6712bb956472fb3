import { DarkroomError } from './errors.ts'

/** What browsers throw where a file on disk is another one by now, or gone, or may not be read any more. */
const NAMES = ['NotFoundError', 'NotReadableError']

/** For the `catch` of what reads a file: @throws DarkroomError SOURCE_UNREACHABLE in place of those. */
export const unreadable =
  (path: string) =>
  (cause: unknown): never => {
    if (!(cause instanceof Error && NAMES.includes(cause.name))) throw cause
    const message = `The file for ${path} cannot be read: it has changed or gone since it was chosen`
    throw new DarkroomError('SOURCE_UNREACHABLE', message, { path, cause })
  }
