import type { Storage, StoredFile } from '../../src/storages.ts'

export const { signal } = new AbortController()

export const text = (content: string) => new Blob([content], { type: 'text/plain' })

export async function contentOf(storage: Storage, path: string): Promise<string> {
  return (await storage.read(path, signal)).text()
}

export async function filesOf(storage: Storage, folder = ''): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for await (const file of storage.list?.(folder, signal) ?? []) files.push(file)
  return files
}

export const pathsOf = async (storage: Storage, folder?: string) =>
  (await filesOf(storage, folder)).map(({ path }) => path)

/** Returns an empty folder of the origin private file system. */
export async function emptyFolder(): Promise<FileSystemDirectoryHandle> {
  const top = await navigator.storage.getDirectory()
  return top.getDirectoryHandle(crypto.randomUUID(), { create: true })
}

/** Names that a service could encode wrongly. */
export const names = [
  'plain.jpg',
  'with space.jpg',
  'a+b=c&d.jpg',
  "it's (1)!*.jpg",
  'Grüße 写真 😀.jpg',
  '100%25.jpg',
  'q?uestion#mark.jpg',
]
