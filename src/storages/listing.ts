import { isDarkroomError } from '../shared/errors.ts'
import { byPath } from './names.ts'
import type { StoredFile } from './storage.ts'
import { type Attempt, reasons, storageError } from './storage-error.ts'
import { isStoragePath } from './storage-url.ts'

/** More than a person waits for. */
const MAX_ENTRIES = 100_000
/** No drive has so many folders inside each other, unless one holds itself. */
const MAX_DEPTH = 100

/** What lies in a folder: a file, or a folder whose entries are read when they are asked for. */
export type Entry = StoredFile | { path: string; entries: AsyncIterable<Entry> }

/** Counts the entries of a listing, and ends one that has no end. */
export function entryCounter(attempt: Attempt): () => void {
  let count = 0
  return () => {
    if (++count > MAX_ENTRIES) throw storageError(attempt, reasons.tooMany)
  }
}

/**
 * The files below a folder, by path. What was read of it is yielded even where the rest cannot be read: the error follows.
 */
export async function* filesBelow(
  attempt: Attempt,
  top: AsyncIterable<Entry>,
): AsyncGenerator<StoredFile> {
  const count = entryCounter(attempt)
  let failure: unknown

  async function read(folder: AsyncIterable<Entry>): Promise<Entry[]> {
    const entries: Entry[] = []
    try {
      for await (const entry of folder) {
        count()
        if (isStoragePath(entry.path)) entries.push(entry)
      }
    } catch (error) {
      if (isDarkroomError(error) && error.code === 'ABORTED') throw error
      failure = error
    }
    return entries.sort(byPath)
  }

  async function* walk(folder: AsyncIterable<Entry>, depth: number): AsyncGenerator<StoredFile> {
    for (const entry of await read(folder)) {
      if (!('entries' in entry)) yield entry
      else if (depth === MAX_DEPTH) failure ??= storageError(attempt, reasons.tooDeep)
      else if (!failure) yield* walk(entry.entries, depth + 1)
    }
  }

  yield* walk(top, 1)
  if (failure) throw failure
}
