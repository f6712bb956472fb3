/** The dropped files, including those in folders. Entries must be read before the first `await`. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null)
  // A DataTransfer that a script made has no entries.
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files]
  return (await Promise.all(entries.map(inside))).flat()
}

async function inside(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith('.')) return []
  if (isFile(entry))
    return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    // A reader returns up to a hundred entries at a time, and none at the end.
    const next = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (next.length === 0) break
    found.push(...next)
  }
  return (await Promise.all(found.map(inside))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
