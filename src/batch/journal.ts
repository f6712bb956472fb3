import { join, nameOf, numberedName, splitExtension } from '../storages/names.ts'
import type { Storage } from '../storages/storage.ts'

/** What became of one file. Written into the target before the file that it names: either write may be interrupted. */
export interface JournalEntry {
  source: string
  status: 'complete' | 'invalid'
  /** Path of the result, or of the copy of an invalid file. */
  path?: string
  /** Size of that file. */
  bytes?: number
  reasons: string[]
}

/** Marks the size of a file that is being written. */
const RESERVED = Number.POSITIVE_INFINITY

/**
 * What a batch has done: small files in the folder `.darkroom` of its target, one per source file, named by a hash
 * of that file's state and of the request. Storages never overwrite, so entries are only added; an entry counts only
 * if the file that it names is complete.
 */
export class Journal {
  readonly #target: Storage
  readonly #folder: string
  /** Sizes of the target's files, by path. */
  readonly #files = new Map<string, number>()
  readonly #entries = new Map<string, string[]>()

  private constructor(target: Storage, to: string) {
    this.#target = target
    this.#folder = join(to, '.darkroom')
  }

  static async open(target: Storage, to: string, signal: AbortSignal): Promise<Journal> {
    const journal = new Journal(target, to)
    try {
      for await (const { path, size } of target.list?.(to, signal) ?? []) journal.#note(path, size)
    } catch (error) {
      // On the first run the folder does not exist: the first write creates it.
      if (!(error instanceof Error && 'missing' in error && error.missing)) throw error
    }
    return journal
  }

  #note(path: string, size: number): void {
    this.#files.set(path, size)
    const key = path.startsWith(`${this.#folder}/`) && /^[0-9a-f]{64}/.exec(nameOf(path))?.[0]
    if (key) this.#entries.set(key, [...(this.#entries.get(key) ?? []), path])
  }

  /** The entry of a key, if its file is complete. */
  async find(key: string, signal: AbortSignal): Promise<JournalEntry | undefined> {
    for (const path of this.#entries.get(key) ?? []) {
      const entry = parseEntry(await (await this.#target.read(path, signal)).text())
      if (!entry) continue
      if (!entry.path || this.#files.get(entry.path) === entry.bytes) return entry
    }
    return undefined
  }

  /** Writes `file` to `wantedPath`, or under the next free name, and its entry. Returns the path. */
  async writeResult(
    key: string,
    entry: JournalEntry,
    wantedPath: string,
    file: Blob,
    signal: AbortSignal,
  ): Promise<string> {
    const bytes = file.size
    const path = this.#reserve(wantedPath)
    try {
      await this.addEntry(key, { ...entry, path, bytes }, signal)
      const written = await this.#target.write(path, file, signal)
      this.#files.set(written.path, bytes)
      if (written.path !== path)
        await this.addEntry(key, { ...entry, path: written.path, bytes }, signal)
      return written.path
    } finally {
      if (this.#files.get(path) === RESERVED) this.#files.delete(path)
    }
  }

  async addEntry(key: string, entry: JournalEntry, signal: AbortSignal): Promise<void> {
    const file = new Blob([JSON.stringify(entry)], { type: 'application/json' })
    const { path } = await this.#target.write(join(this.#folder, `${key}.json`), file, signal)
    this.#note(path, file.size)
  }

  /** Reserves a name that is neither taken nor being written. */
  #reserve(wantedPath: string): string {
    let n = 1
    while (this.#files.get(numberedName(wantedPath, n))) n++
    const path = numberedName(wantedPath, n)
    this.#files.set(path, RESERVED)
    return path
  }
}

/** Returns undefined for an entry whose own write was interrupted. */
function parseEntry(text: string): JournalEntry | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A source's path with the extension of its result. `.jpeg` and `.JPG` are kept. */
export function resultPath(source: string, resultName: string): string {
  const [stem, sourceExtension] = splitExtension(source)
  const [, extension] = splitExtension(resultName)
  const normalized = (name: string) => name.toLowerCase().replace('jpeg', 'jpg')
  const isSame = normalized(sourceExtension) === normalized(extension)
  return stem + (isSame ? sourceExtension : extension)
}
