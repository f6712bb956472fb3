/**
 * A place that requests name by `storage://<name>/<path>`. Paths have no leading slash, no empty, `.` or `..`
 * segments: that is checked before a storage sees them. Everything rejects with DarkroomError STORAGE.
 */
export interface Storage {
  /** The file at `path`. */
  read(path: string, signal: AbortSignal): Promise<Blob>
  /**
   * Writes a file, into folders that are made as needed. A name that is taken becomes `<name>-2.<ext>`,
   * `-3` and so on: nothing is overwritten.
   */
  write(path: string, file: Blob, signal: AbortSignal): Promise<Written>
  /**
   * The files below a folder (`''` is the whole storage), first to last by name, hidden ones too. Absent where a
   * storage cannot list. A folder that does not exist holds nothing, or is an error that carries `missing: true`.
   */
  list?(folder: string, signal: AbortSignal): AsyncIterable<StoredFile>
  /** What must be granted before it can be used; undefined when it is ready. */
  missing?(): Promise<'permission' | undefined>
}

export interface Written {
  /** Where the file is now. */
  path: string
  /** Where others can open it, if anywhere. */
  url?: string
}

export interface StoredFile {
  path: string
  /** Bytes. */
  size: number
  /** Another one whenever the content is another: an entity tag, a revision, the time of the last change. */
  version?: string
}
