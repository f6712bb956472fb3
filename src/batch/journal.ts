import { join, nameOf, numberedName, splitExtension } from '../storages/names.ts'
import type { Storage } from '../storages/storage.ts'

/** What became of one file. Written into the target before the file it names, so that either may be cut off. */
export interface JournalEntry {
  source: string
  status: 'complete' | 'invalid'
  /** The result, or the copy of what is invalid, and its bytes. */
  path?: string
  bytes?: number
  reasons: string[]
}

/** The size of a file that is being written. */
const RESERVED = Number.POSITIVE_INFINITY

/**
 * What a batch has done, as small files in the folder `.darkroom` of its target: one a source file, named by
 * a hash of that file's state and of the request. Storages overwrite nothing, so entries are only ever added;
 * an entry counts when the file that it names is there in full.
 */
export class Journal {
  readonly #target: Storage
  readonly #folder: string
  /** Bytes of the files in the target, by path. */
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
      // The first run: the folder is made by the first write.
      if (!(error instanceof Error && 'missing' in error && error.missing)) throw error
    }
    return journal
  }

  #note(path: string, size: number): void {
    this.#files.set(path, size)
    const key = path.startsWith(`${this.#folder}/`) && /^[0-9a-f]{64}/.exec(nameOf(path))?.[0]
    if (key) this.#entries.set(key, [...(this.#entries.get(key) ?? []), path])
  }

  /** What was done for a key, if it was finished. */
  async find(key: string, signal: AbortSignal): Promise<JournalEntry | undefined> {
    for (const path of this.#entries.get(key) ?? []) {
      const entry = parseEntry(await (await this.#target.read(path, signal)).text())
      if (!entry) continue
      if (!entry.path || this.#files.get(entry.path) === entry.bytes) return entry
    }
    return undefined
  }

  /** Writes `file` as `wanted`, or under the next free name, and remembers it. */
  async writeResult(
    key: string,
    entry: JournalEntry,
    wanted: string,
    file: Blob,
    signal: AbortSignal,
  ): Promise<string> {
    const bytes = file.size
    const path = this.#reserve(wanted)
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

  /** A name that no file of the target has, and none that is being written. */
  #reserve(wanted: string): string {
    let n = 1
    while (this.#files.get(numberedName(wanted, n))) n++
    const path = numberedName(wanted, n)
    this.#files.set(path, RESERVED)
    return path
  }
}

/** Undefined where the entry itself was cut off. */
function parseEntry(text: string): JournalEntry | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A source's path with the extension of its result; `.jpeg` and `.JPG` stay as they are. */
export function resultPath(source: string, resultName: string): string {
  const [stem, had] = splitExtension(source)
  const [, has] = splitExtension(resultName)
  const alike = (extension: string) => extension.toLowerCase().replace('jpeg', 'jpg')
  return stem + (alike(had) === alike(has) ? had : has)
}
