/**
 * A storage that requests name by `storage://<name>/<path>`. Paths have no leading slash and no empty, `.` or `..`
 * segments: that is checked before a storage sees them. All methods reject with DarkroomError STORAGE.
 */
export interface Storage {
  /** Reads the file at `path`. */
  read(path: string, signal: AbortSignal, options?: ReadOptions): Promise<Blob>
  /**
   * Writes a file and creates its folders as needed. Never overwrites: a taken name becomes `<name>-2.<ext>`,
   * `<name>-3.<ext>` and so on.
   */
  write(path: string, file: Blob, signal: AbortSignal): Promise<Written>
  /** The public URL of a file that was written, if there is one. */
  urlOf?(path: string): string | undefined
  /**
   * Lists the files in a folder and its subfolders (`''`: the whole storage), sorted by path, hidden ones included.
   * Absent where the storage cannot list. A folder that does not exist is empty, or an error with `missing: true`.
   */
  list?(folder: string, signal: AbortSignal): AsyncIterable<StoredFile>
  /** Where another storage lies in this one: the path of its top folder, `''` for the same. Absent where no storage can tell. */
  pathOf?(other: Storage): Promise<string | undefined>
  /** What the user must grant before the storage can be used; undefined when it is ready. */
  missing?(): Promise<'permission' | undefined>
}

export interface ReadOptions {
  /** A larger file may be refused before it is in memory. */
  maxBytes?: number
}

export interface Written {
  /** Path of the written file. */
  path: string
  /** Public URL of the file, if it has one. */
  url?: string
}

export interface StoredFile {
  path: string
  /** In bytes. */
  size: number
  /** Changes with the content: an entity tag, a revision or the time of the last change. */
  version?: string
}
