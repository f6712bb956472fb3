/**
 * A plugin for FilePond: what is uploaded, or sent with a form, is the result.
 * @module darkroom-web/filepond
 */
import type { Darkroom } from '../darkroom.ts'
import { isDarkroomError } from '../shared/errors.ts'
import { messageOf } from './message-of.ts'
import { type RequestOf, requestFor } from './request-of.ts'

export interface DarkroomFilePondOptions {
  darkroom: Pick<Darkroom, 'toFile'>
  /** What is done to each file, or a function that tells it: undefined leaves a file as it is. */
  request: RequestOf<File>
}

/** A file as plugins see it: FilePond's types have what applications see. */
interface Item {
  readonly origin: number
  readonly status: number
  readonly archived: boolean
  fire(event: string, ...args: unknown[]): void
  archive(): void
  freeze(): void
  process(processor: Processor, prepare: Prepare): void
}

type Callback = (value: unknown) => void
type Prepare = (file: File, success: Callback, failure: Callback) => void

/** An upload. */
interface Processor {
  fire(event: string, ...args: unknown[]): void
  abort(): void
}

interface Host {
  // biome-ignore lint/suspicious/noExplicitAny: each filter has values of its own
  addFilter(name: string, filter: (value: any, details: Details) => Promise<unknown>): void
  utils: { Type: { BOOLEAN: string }; isFile(value: unknown): value is File }
}

interface Details {
  item: Item
  query(name: string): unknown
}

/** FilePond's `FileOrigin.INPUT` and `FileStatus.PROCESSING`. */
const PICKED = 1
const PROCESSING = 3

/**
 * Runs a request on each file that is added. A file that fails is shown with its error and is not uploaded; the others are.
 *
 * @example
 * FilePond.registerPlugin(
 *   darkroomFilePond({ darkroom, request: { max_length: 2048, output_format: 'webp' } }),
 * )
 */
export function darkroomFilePond({ darkroom, request }: DarkroomFilePondOptions) {
  const jobs = new WeakMap<Item, { file: File; abort: AbortController; result: Promise<File> }>()

  /** FilePond asks when a file is added and when it is uploaded. */
  async function resultOf(file: File, item: Item): Promise<File> {
    const known = jobs.get(item)
    if (known?.file === file) return known.result
    const wanted = requestFor(request, file)
    if (!wanted) return file
    const abort = new AbortController()
    const progress = item.status === PROCESSING ? 'process-progress' : 'load-progress'
    const result = darkroom.toFile(file, wanted, {
      signal: abort.signal,
      onProgress: ({ overall_ratio }) => {
        if (!abort.signal.aborted) item.fire(progress, overall_ratio)
      },
    })
    jobs.set(item, { file, abort, result })
    result.catch(() => jobs.delete(item))
    return result
  }

  async function prepare(file: File, { query, item }: Details): Promise<File> {
    try {
      return await resultOf(file, item)
    } catch (error) {
      // Of a removed file FilePond takes nothing.
      if (item.archived) return file
      // `process` below gets it.
      if (item.status === PROCESSING) throw error
      if (!isAborted(error)) {
        const label = query('GET_LABEL_FILE_LOAD_ERROR')
        const main = typeof label === 'function' ? label(error) : label
        item.fire('load-file-error', { status: { main, sub: messageOf(error), cause: error } })
      }
      // FilePond does not expect that this fails: nothing would catch it.
      return new Promise(() => undefined)
    }
  }

  function watch(item: Item): void {
    const abort = () => jobs.get(item)?.abort.abort()
    const { archive, freeze, process } = item
    item.archive = () => {
      abort()
      archive()
    }
    // The whole field is destroyed.
    item.freeze = () => {
      abort()
      freeze()
    }
    item.process = (processor, prepare) => {
      const { abort: abortUpload } = processor
      let isPreparing = true
      processor.abort = () => {
        if (!isPreparing) return abortUpload()
        abort()
        processor.fire('abort', null)
      }
      process(processor, (file, success, failure) => {
        const upload = (output: unknown) => {
          isPreparing = false
          success(output)
        }
        prepare(file, upload, (error) => {
          if (!isPreparing) return failure(error)
          // FilePond would only log it, and wait for ever.
          const response = { type: 'error', code: 0, body: messageOf(error), cause: error }
          if (!isAborted(error)) processor.fire('error', response)
        })
      })
    }
  }

  return ({ addFilter, utils }: Host) => {
    addFilter('DID_LOAD_ITEM', async (item: Item) => {
      watch(item)
      return item
    })
    const isAllowed = ({ query }: Details) => query('GET_ALLOW_DARKROOM') as boolean
    addFilter(
      'SHOULD_PREPARE_OUTPUT',
      async (should: boolean, details) =>
        should || (details.item.origin === PICKED && isAllowed(details)),
    )
    addFilter('PREPARE_OUTPUT', async (file: unknown, details) =>
      utils.isFile(file) && isAllowed(details) ? prepare(file, details) : file,
    )
    return { options: { allowDarkroom: [true, utils.Type.BOOLEAN] } }
  }
}

const isAborted = (error: unknown) => isDarkroomError(error) && error.code === 'ABORTED'
