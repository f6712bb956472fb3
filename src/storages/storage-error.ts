import { DarkroomError } from '../shared/errors.ts'
import { displayName } from './display-name.ts'

/** What failed: part of every error message of a storage. */
export interface Attempt {
  /** Name of the kind of storage, for messages. */
  storage: string
  action: 'read' | 'write' | 'list'
  path: string
}

/** The error of a storage. `missing`: there is nothing at the path. */
export class StorageError extends DarkroomError {
  readonly missing: boolean

  constructor(message: string, missing: boolean, cause: unknown) {
    super('STORAGE', message, { cause })
    this.missing = missing
  }
}

/** Builds every storage error. `why` must contain no keys and no tokens. */
export function storageError(
  { storage, action, path }: Attempt,
  why: string,
  { cause, missing = false }: { cause?: unknown; missing?: boolean } = {},
): StorageError {
  const message = `${storage} could not ${action} ${displayName(path) || 'its topmost folder'}: ${why}`
  return new StorageError(message, missing, cause)
}

/** Reasons that several storages share. */
export const reasons = {
  full: 'it is full',
  readOnly: 'it is read-only here, or the permission to write is missing',
  missingFile: 'there is no such file',
  missingFolder: 'there is no such folder',
  busy: 'it is asked too often, try again later',
  tooLarge: 'the file is larger than it takes',
  tooLargeToRead: 'the file is larger than Darkroom reads',
  tooLongToRead: 'it sent more than Darkroom reads',
  tooMany: 'it lists more than 100,000 files and folders',
  tooDeep: 'its folders have no end: one is inside itself, or they are 100 deep',
  samePage: 'its listing has no end: it names the same page twice',
  malformed: 'its answer is not of the kind that was asked for',
  badName: 'it does not take that name',
} as const

export const missingReason = (action: Attempt['action']) =>
  action === 'list' ? reasons.missingFolder : reasons.missingFile
