import { directoryStorage, type Storage } from 'darkroom-web/storages'

/** A folder of the origin private file system, created on first use. */
export function privateFolder(path: string): Storage {
  let opened: Promise<Storage> | undefined
  const storage = () => {
    opened ??= open(path)
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  return {
    read: async (file, signal) => (await storage()).read(file, signal),
    write: async (file, blob, signal) => (await storage()).write(file, blob, signal),
    async *list(folder, signal) {
      yield* (await storage()).list?.(folder, signal) ?? []
    },
  }
}

async function open(path: string): Promise<Storage> {
  let folder = await navigator.storage.getDirectory()
  for (const name of path.split('/').filter(Boolean)) {
    folder = await folder.getDirectoryHandle(name, { create: true })
  }
  return directoryStorage(folder)
}
