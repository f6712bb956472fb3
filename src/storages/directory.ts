import { checkOptions, oneOf } from '../shared/check-options.ts'
import { aborted, isDarkroomError } from '../shared/errors.ts'
import { type Entry, filesBelow } from './listing.ts'
import { folderOf, join, nameOf, writeUnderFreeName } from './names.ts'
import type { Storage, StoredFile, Written } from './storage.ts'
import { type Attempt, missingReason, reasons, storageError } from './storage-error.ts'

/** Permission queries of File System Access, which TypeScript does not declare yet. */
interface PermissionHandle {
  queryPermission?(descriptor: { mode: 'read' | 'readwrite' }): Promise<PermissionState>
}

/** One write at a time over all pages of the origin, so that two writes cannot take the same name. */
const LOCK = 'darkroom-directory-write'

/** The directory of each storage, so that one can tell whether another lies in it. */
const handles = new WeakMap<Storage, FileSystemDirectoryHandle>()

/**
 * A directory of the device, from `showDirectoryPicker()`, or of the origin private file system, from
 * `navigator.storage.getDirectory()`.
 *
 * A directory of the device needs the user's permission, again after each start of the browser: call
 * `handle.requestPermission({ mode })` in a click handler. `mode` is the permission that `missing()` checks:
 * `readwrite` (default), or `read` where the directory is only a source.
 *
 * @example
 * button.onclick = async () => {
 *   const photos = directoryStorage(await showDirectoryPicker({ mode: 'readwrite' }))
 *   const darkroom = createDarkroom({ storages: { photos } })
 *   await darkroom.run({ url: 'storage://photos/chair.jpg', target: 'storage://photos/out', width: 800 })
 * }
 */
export function directoryStorage(
  handle: FileSystemDirectoryHandle,
  options: { mode?: 'read' | 'readwrite' } = {},
): Storage {
  checkOptions(options, { mode: oneOf(['read', 'readwrite']) }, 'directoryStorage')
  const { mode = 'readwrite' } = options
  const storage: Storage = {
    async read(path, signal) {
      return withStorageErrors('read', path, signal, async () => {
        const folder = await openFolder(handle, folderOf(path), false)
        return (await folder.getFileHandle(nameOf(path))).getFile()
      })
    },

    async write(path, file, signal) {
      return withStorageErrors('write', path, signal, async () => {
        const folder = await openFolder(handle, folderOf(path), true)
        const task = { folder, file, signal }
        return navigator.locks.request(LOCK, { signal }, () =>
          writeUnderFreeName(attempt('write', path), (freePath) => writeIfFree(freePath, task)),
        )
      })
    },

    async *list(folder, signal) {
      const top = await withStorageErrors('list', folder, signal, () =>
        openFolder(handle, folder, false),
      )
      yield* filesBelow(attempt('list', folder), entriesOf(top, folder, signal))
    },

    async pathOf(other) {
      const folder = handles.get(other)
      return (folder && (await handle.resolve(folder).catch(() => null)))?.join('/')
    },

    async missing() {
      const state = await (handle as PermissionHandle).queryPermission?.({ mode })
      return state === undefined || state === 'granted' ? undefined : 'permission'
    },
  }
  handles.set(storage, handle)
  return storage
}

async function openFolder(
  top: FileSystemDirectoryHandle,
  path: string,
  create: boolean,
): Promise<FileSystemDirectoryHandle> {
  let folder = top
  for (const name of path.split('/').filter(Boolean)) {
    folder = await folder.getDirectoryHandle(name, { create })
  }
  return folder
}

interface WriteTask {
  folder: FileSystemDirectoryHandle
  file: Blob
  signal: AbortSignal
}

/** Writes a file; returns undefined where the name is taken. A write that is interrupted leaves at most an empty file. */
async function writeIfFree(
  path: string,
  { folder, file, signal }: WriteTask,
): Promise<Written | undefined> {
  const name = nameOf(path)
  if (await isTaken(folder, name)) return undefined
  signal.throwIfAborted()
  const handle = await folder.getFileHandle(name, { create: true })
  try {
    const writable = await handle.createWritable()
    await file.stream().pipeTo(writable, { signal })
  } catch (error) {
    await folder.removeEntry(name).catch(() => {})
    throw error
  }
  return { path }
}

/** An empty file counts as free: a page that was closed during a write left it behind. */
async function isTaken(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    return (await (await folder.getFileHandle(name)).getFile()).size > 0
  } catch (error) {
    if (nameOfError(error) === 'NotFoundError') return false
    if (nameOfError(error) === 'TypeMismatchError') return true
    throw error
  }
}

async function* entriesOf(
  folder: FileSystemDirectoryHandle,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  const handles = folder.values()
  for (;;) {
    const next = await withStorageErrors('list', path, signal, () => handles.next())
    if (next.done) return
    const entry = next.value
    const entryPath = join(path, entry.name)
    if (entry.kind === 'directory')
      yield { path: entryPath, entries: entriesOf(entry, entryPath, signal) }
    else
      yield await withStorageErrors('list', entryPath, signal, () => toStoredFile(entry, entryPath))
  }
}

async function toStoredFile(handle: FileSystemFileHandle, path: string): Promise<StoredFile> {
  const { size, lastModified } = await handle.getFile()
  return { path, size, version: String(lastModified) }
}

const attempt = (action: Attempt['action'], path: string) => ({
  storage: 'The folder',
  action,
  path,
})

async function withStorageErrors<T>(
  action: Attempt['action'],
  path: string,
  signal: AbortSignal,
  task: () => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw aborted()
  try {
    return await task()
  } catch (error) {
    if (signal.aborted) throw aborted()
    if (isDarkroomError(error)) throw error
    throw storageError(attempt(action, path), reasonFor(error, action), {
      cause: error,
      missing: nameOfError(error) === 'NotFoundError',
    })
  }
}

const nameOfError = (error: unknown) => (error instanceof Error ? error.name : '')

function reasonFor(error: unknown, action: Attempt['action']): string {
  switch (nameOfError(error)) {
    case 'NotFoundError':
      return missingReason(action)
    case 'TypeMismatchError':
      return 'there is a folder where a file is expected, or a file where a folder is'
    case 'NotAllowedError':
    case 'SecurityError':
      return action === 'write' ? reasons.readOnly : 'the permission to read is missing'
    case 'NoModificationAllowedError':
      return `${reasons.readOnly}, or another program holds it`
    case 'QuotaExceededError':
      return reasons.full
    case 'TypeError':
      return reasons.badName
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
