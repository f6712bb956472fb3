import { DarkroomError } from '../contract/errors.ts'

/** What was tried: shown in every error of a storage. */
export interface Attempt {
  /** The kind of storage, as people know it. */
  storage: string
  action: 'read' | 'write' | 'list'
  path: string
}

/** A storage's error; `missing` where the reason is that there is nothing under the path. */
export class StorageError extends DarkroomError {
  readonly missing: boolean

  constructor(message: string, missing: boolean, cause: unknown) {
    super('STORAGE', message, { cause })
    this.missing = missing
  }
}

/** The one wording of every storage error. `why` must hold no keys and no tokens. */
export function storageError(
  { storage, action, path }: Attempt,
  why: string,
  { cause, missing = false }: { cause?: unknown; missing?: boolean } = {},
): StorageError {
  const message = `${storage} could not ${action} ${path || 'its topmost folder'}: ${why}`
  return new StorageError(message, missing, cause)
}

/** Reasons that several storages share. */
export const reason = {
  full: 'it is full',
  readOnly: 'it is read-only here, or the permission to write is missing',
  missingFile: 'there is no such file',
  missingFolder: 'there is no such folder',
  busy: 'it is asked too often, try again later',
  tooLarge: 'the file is larger than it takes',
  badName: 'it does not take that name',
} as const

export const notThere = (action: Attempt['action']) =>
  action === 'list' ? reason.missingFolder : reason.missingFile
