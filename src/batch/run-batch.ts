import type { ProcessingRequest } from '../request/schema.ts'
import {
  asDarkroomError,
  type DarkroomError,
  isDarkroomError,
  unexpected,
} from '../shared/errors.ts'
import { join, nameOf } from '../storages/names.ts'
import type { StoredFile } from '../storages/storage.ts'
import { Journal, type JournalEntry, resultPath } from './journal.ts'
import { journalKey } from './journal-key.ts'
import {
  type BatchClient,
  type BatchOptions,
  checkBatch,
  isBatchFile,
  relativePath,
  resultFolder,
} from './options.ts'
import { type BatchItem, type BatchReport, createReport } from './report.ts'

/**
 * Runs one request for every file of a folder. Results keep the path of their source, with the extension of their
 * format; nothing is overwritten. A file that fails does not stop the others. The target's folder `.darkroom`
 * records what was done: a later run skips it unless the file or the request has changed. Hidden files and folders,
 * whose names start with a dot, are skipped.
 * @throws DarkroomError STORAGE where the source cannot be listed, BAD_REQUEST where the request is invalid.
 *
 * @example
 * const report = await runBatch(darkroom, {
 *   source: directoryStorage(input, { mode: 'read' }),
 *   target: directoryStorage(output),
 *   request: { max_length: 2048, output_format: 'webp' },
 *   onProgress: ({ done, total, item }) => console.log(`${done}/${total}`, item.source, item.status),
 * })
 * console.log(report.complete, report.invalid, report.failed)
 */
export async function runBatch(darkroom: BatchClient, options: BatchOptions): Promise<BatchReport> {
  checkBatch(options)
  const results = await resultFolder(options)
  const { source, target, folder = '', to = '', concurrency = 1 } = options
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])])
  const files: StoredFile[] = []
  const items: BatchItem[] = []
  let failure: unknown
  let done = 0
  let next = 0

  try {
    for await (const file of source.list?.(folder, signal) ?? []) {
      if (isBatchFile(file.path, options, results)) files.push(file)
    }
    const journal = await Journal.open(target, to, signal)
    const run = { darkroom, options, journal, signal }
    await Promise.all(Array.from({ length: concurrency }, () => worker(run)))
  } catch (error) {
    failure = error
  }
  const aborted = options.signal?.aborted ?? false
  if (failure && !aborted) throw failure
  return createReport(
    items,
    files.length,
    aborted && (failure !== undefined || done < files.length),
  )

  async function worker(run: BatchRun): Promise<void> {
    while (next < files.length && !signal.aborted) {
      const index = next++
      const file = files[index] as StoredFile
      const item = await tryFile(run, file).catch((error) => {
        stop.abort()
        throw error
      })
      if (!item) return
      items[index] = item
      options.onProgress?.({ done: ++done, total: files.length, item })
    }
  }
}

interface BatchRun {
  darkroom: BatchClient
  options: BatchOptions
  journal: Journal
  signal: AbortSignal
}

/** Returns undefined after an abort. Rejects only for an error that every other file would have, too. */
async function tryFile(run: BatchRun, file: StoredFile): Promise<BatchItem | undefined> {
  try {
    return await processFile(run, file)
  } catch (error) {
    if (run.signal.aborted) return undefined
    const { code, path, message } = asDarkroomError(error, 'INTERNAL')
    if (code === 'BAD_REQUEST' && path !== 'url') throw error
    return { source: file.path, status: 'failed', skipped: false, reasons: [message] }
  }
}

async function processFile(run: BatchRun, file: StoredFile): Promise<BatchItem> {
  const { options, journal, signal } = run
  const { request, source, minPixels, minSide } = options
  let bytes: Promise<Blob> | undefined
  const read = () => {
    bytes ??= source.read(file.path, signal)
    return bytes
  }
  const key = await journalKey(file, { request, minPixels, minSide }, read)
  const earlier = await journal.find(key, signal)
  // An earlier run without the option `invalid` made no copy of an invalid file.
  const copyIsMissing = earlier?.status === 'invalid' && options.invalid && !earlier.path
  if (earlier && !copyIsMissing) return toItem(earlier, earlier.path, true)

  const image = new File([await read()], nameOf(file.path))
  try {
    const { result, name } = await runRequest(run, image)
    const entry: JournalEntry = { source: file.path, status: 'complete', reasons: [] }
    const path = join(options.to ?? '', resultPath(relativePath(file.path, options), name))
    return toItem(entry, await journal.writeResult(key, entry, path, result, signal), false)
  } catch (error) {
    if (!isDarkroomError(error) || !isFaultOfImage(error)) throw error
    return recordInvalid(run, key, file.path, image, error.message)
  }
}

/** What could not be loaded is no fault of the image, whatever the field. */
const isFaultOfImage = ({ code, path }: DarkroomError) => path === 'url' && code !== 'NETWORK'

async function runRequest({ darkroom, options, signal }: BatchRun, url: File) {
  const request = { ...options.request, url }
  await checkMinimumSize(darkroom, options, request, signal)
  const { job, result_url, file_name } = await darkroom.run(request, {
    signal,
    priority: options.priority ?? 'background',
  })
  try {
    const result = await (await fetch(result_url ?? '')).blob()
    return { result, name: file_name ?? '' }
  } finally {
    // Otherwise the result stays in memory until the page is closed.
    await darkroom.deleteResult(job)
  }
}

async function checkMinimumSize(
  darkroom: BatchClient,
  { minPixels = 0, minSide = 0 }: BatchOptions,
  request: ProcessingRequest,
  signal: AbortSignal,
): Promise<void> {
  if (!minPixels && !minSide) return
  const { source } = await darkroom.plan(request, { signal })
  if (!source) return
  const { width, height } = source
  const expected =
    Math.min(width, height) < minSide
      ? `a shorter side of at least ${minSide} pixels`
      : width * height < minPixels && `at least ${minPixels} pixels`
  if (expected) throw unexpected('url', expected, `${width} x ${height}`)
}

/** Records an invalid file, and copies it where the option `invalid` is set. */
async function recordInvalid(
  { options, journal, signal }: BatchRun,
  key: string,
  source: string,
  image: File,
  reason: string,
): Promise<BatchItem> {
  const entry: JournalEntry = { source, status: 'invalid', reasons: [reason] }
  if (!options.invalid) {
    await journal.addEntry(key, entry, signal)
    return toItem(entry, undefined, false)
  }
  const path = join(options.to ?? '', 'invalid', relativePath(source, options))
  return toItem(entry, await journal.writeResult(key, entry, path, image, signal), false)
}

const toItem = (
  { source, status, reasons }: JournalEntry,
  path: string | undefined,
  skipped: boolean,
): BatchItem => ({ source, status, skipped, ...(path !== undefined && { path }), reasons })
