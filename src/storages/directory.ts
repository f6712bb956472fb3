import { aborted, isDarkroomError } from '../contract/errors.ts'
import { type Attempt, notThere, reason, storageError } from './failure.ts'
import { firstFree, folderOf, join, nameOf } from './names.ts'
import type { Storage, StoredFile, Written } from './storage.ts'
import { isStoragePath } from './storage-url.ts'

/** What may be done with a folder; not in TypeScript's own declarations yet. */
interface Permitted {
  queryPermission?(descriptor: { mode: 'read' | 'readwrite' }): Promise<PermissionState>
}

/** Held while a file is written, by all pages of the origin: a name cannot be taken twice. */
const LOCK = 'darkroom-directory-write'

/**
 * A folder of the device, from `showDirectoryPicker()`, or of the origin's private file system, from
 * `navigator.storage.getDirectory()`.
 *
 * A folder of the device needs the user's permission, anew after each start of the browser: ask by
 * `handle.requestPermission({ mode })` in a click. `mode` is what `missing()` asks after: `readwrite`
 * (default), or `read` where the folder is only a source.
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
  { mode = 'readwrite' }: { mode?: 'read' | 'readwrite' } = {},
): Storage {
  return {
    async read(path, signal) {
      return guarded('read', path, signal, async () => {
        const folder = await openFolder(handle, folderOf(path), false)
        return (await folder.getFileHandle(nameOf(path))).getFile()
      })
    },

    async write(path, file, signal) {
      return guarded('write', path, signal, async () => {
        const folder = await openFolder(handle, folderOf(path), true)
        const task = { folder, file, signal }
        return navigator.locks.request(LOCK, { signal }, () =>
          firstFree(attempt('write', path), (free) => writeIfFree(free, task)),
        )
      })
    },

    async *list(folder, signal) {
      const top = await guarded('list', folder, signal, () => openFolder(handle, folder, false))
      yield* walk(top, folder, signal)
    },

    async missing() {
      const state = await (handle as Permitted).queryPermission?.({ mode })
      return state === undefined || state === 'granted' ? undefined : 'permission'
    },
  }
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

interface Task {
  folder: FileSystemDirectoryHandle
  file: Blob
  signal: AbortSignal
}

/** Writes, or says by undefined that the name is taken. What is cut off leaves at most an empty file. */
async function writeIfFree(
  path: string,
  { folder, file, signal }: Task,
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

/** An empty file is what a page that was closed while it wrote leaves behind: it holds nothing to lose. */
async function isTaken(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    return (await (await folder.getFileHandle(name)).getFile()).size > 0
  } catch (error) {
    if (nameOfError(error) === 'NotFoundError') return false
    if (nameOfError(error) === 'TypeMismatchError') return true
    throw error
  }
}

async function* walk(
  folder: FileSystemDirectoryHandle,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<StoredFile> {
  for (const entry of await guarded('list', path, signal, () => sorted(folder))) {
    const at = join(path, entry.name)
    if (!isStoragePath(at)) continue
    if (entry.kind === 'directory') yield* walk(entry, at, signal)
    else yield await guarded('list', at, signal, () => described(entry, at))
  }
}

async function sorted(folder: FileSystemDirectoryHandle) {
  const entries: (FileSystemDirectoryHandle | FileSystemFileHandle)[] = []
  for await (const entry of folder.values()) entries.push(entry)
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function described(handle: FileSystemFileHandle, path: string): Promise<StoredFile> {
  const { size, lastModified } = await handle.getFile()
  return { path, size, version: String(lastModified) }
}

const attempt = (action: Attempt['action'], path: string) => ({
  storage: 'The folder',
  action,
  path,
})

async function guarded<T>(
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
    throw storageError(attempt(action, path), explain(error, action), {
      cause: error,
      missing: nameOfError(error) === 'NotFoundError',
    })
  }
}

const nameOfError = (error: unknown) => (error instanceof Error ? error.name : '')

function explain(error: unknown, action: Attempt['action']): string {
  switch (nameOfError(error)) {
    case 'NotFoundError':
      return notThere(action)
    case 'TypeMismatchError':
      return 'there is a folder where a file is expected, or a file where a folder is'
    case 'NotAllowedError':
    case 'SecurityError':
      return action === 'write' ? reason.readOnly : 'the permission to read is missing'
    case 'NoModificationAllowedError':
      return `${reason.readOnly}, or another program holds it`
    case 'QuotaExceededError':
      return reason.full
    case 'TypeError':
      return reason.badName
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
