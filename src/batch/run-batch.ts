import { asDarkroomError, isDarkroomError, unexpected } from '../contract/errors.ts'
import type { ProcessingRequest } from '../contract/request/schema.ts'
import { join, nameOf } from '../storages/names.ts'
import type { StoredFile } from '../storages/storage.ts'
import { type JournalEntry, Journal, resultPath } from './journal.ts'
import { journalKey } from './journal-key.ts'
import {
  type BatchClient,
  type BatchOptions,
  checkOptions,
  isBatchFile,
  relativePath,
} from './options.ts'
import { type BatchItem, type BatchReport, createReport } from './report.ts'

/**
 * Runs one request over every file of a folder. Results have the path of their source, with the extension of
 * their own format; nothing is overwritten. No file stops the others. What was done is noted in the target's
 * folder `.darkroom`: a second run skips it, unless the file or the request is another. Hidden files, whose
 * name or folder begins with a dot, are left out.
 * @throws DarkroomError STORAGE where the source cannot be listed, BAD_REQUEST where the request is wrong.
 */
export async function runBatch(darkroom: BatchClient, options: BatchOptions): Promise<BatchReport> {
  checkOptions(options)
  const { source, target, folder = '', to = '', concurrency = 1 } = options
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])])
  const files: StoredFile[] = []
  const items: BatchItem[] = []
  let fault: unknown
  let done = 0
  let next = 0

  try {
    for await (const file of source.list?.(folder, signal) ?? []) {
      if (isBatchFile(file.path, options)) files.push(file)
    }
    const journal = await Journal.open(target, to, signal)
    const work = { darkroom, options, journal, signal }
    await Promise.all(Array.from({ length: concurrency }, () => worker(work)))
  } catch (error) {
    fault = error
  }
  const aborted = options.signal?.aborted ?? false
  if (fault && !aborted) throw fault
  return createReport(items, files.length, aborted && (fault !== undefined || done < files.length))

  async function worker(work: BatchRun): Promise<void> {
    while (next < files.length && !signal.aborted) {
      const index = next++
      const file = files[index] as StoredFile
      const item = await tryFile(work, file).catch((error) => {
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

/** Undefined where the signal ended it. Rejects only where no other file would do better. */
async function tryFile(work: BatchRun, file: StoredFile): Promise<BatchItem | undefined> {
  try {
    return await processFile(work, file)
  } catch (error) {
    if (work.signal.aborted) return undefined
    const { code, path, message } = asDarkroomError(error, 'INTERNAL')
    if (code === 'BAD_REQUEST' && path !== 'url') throw error
    return { source: file.path, status: 'failed', skipped: false, reasons: [message] }
  }
}

async function processFile(work: BatchRun, file: StoredFile): Promise<BatchItem> {
  const { options, journal, signal } = work
  const { request, source, minPixels, minSide } = options
  let bytes: Promise<Blob> | undefined
  const read = () => {
    bytes ??= source.read(file.path, signal)
    return bytes
  }
  const key = await journalKey(file, { request, minPixels, minSide }, read)
  const known = await journal.find(key, signal)
  // Found invalid by a run that kept no copies: this one does.
  const copyIsMissing = known?.status === 'invalid' && options.invalid && !known.path
  if (known && !copyIsMissing) return toItem(known, known.path, true)

  const image = new File([await read()], nameOf(file.path))
  try {
    const { result, name } = await runRequest(work, image)
    const entry: JournalEntry = { source: file.path, status: 'complete', reasons: [] }
    const wanted = join(options.to ?? '', resultPath(relativePath(file.path, options), name))
    return toItem(entry, await journal.writeResult(key, entry, wanted, result, signal), false)
  } catch (error) {
    if (!isDarkroomError(error) || error.path !== 'url') throw error
    return recordInvalid(work, key, file.path, image, error.message)
  }
}

async function runRequest({ darkroom, options, signal }: BatchRun, url: File) {
  const request = { ...options.request, url }
  await checkMinimumSize(darkroom, options, request, signal)
  const { job, result_url, file_name } = await darkroom.run(request, { signal })
  try {
    const result = await (await fetch(result_url ?? '')).blob()
    return { result, name: file_name ?? '' }
  } finally {
    // Its bytes would stay in memory as long as the page.
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
  const fault =
    Math.min(width, height) < minSide
      ? `a shorter side of at least ${minSide} pixels`
      : width * height < minPixels && `at least ${minPixels} pixels`
  if (fault) throw unexpected('url', fault, `${width} x ${height}`)
}

/** Notes that a file is invalid, and copies it where that is wanted. */
async function recordInvalid(
  { options, journal, signal }: BatchRun,
  key: string,
  source: string,
  image: File,
  why: string,
): Promise<BatchItem> {
  const entry: JournalEntry = { source, status: 'invalid', reasons: [why] }
  if (!options.invalid) {
    await journal.addEntry(key, entry, signal)
    return toItem(entry, undefined, false)
  }
  const wanted = join(options.to ?? '', 'invalid', relativePath(source, options))
  return toItem(entry, await journal.writeResult(key, entry, wanted, image, signal), false)
}

const toItem = (
  { source, status, reasons }: JournalEntry,
  path: string | undefined,
  skipped: boolean,
): BatchItem => ({ source, status, skipped, ...(path !== undefined && { path }), reasons })
