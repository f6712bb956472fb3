import { messageOf } from '../message-of.ts'
import { requestFor } from '../request-of.ts'
import { results } from '../results.ts'
import type { DarkroomConfig } from './config.ts'
import type { CreateAdapter, FileLoader, UploadAdapter, UploadResponse } from './host.ts'

/** Gives an upload adapter results in place of the files that were picked. */
export function processing(create: CreateAdapter, config: DarkroomConfig): CreateAdapter {
  return (loader) => {
    const abort = new AbortController()
    let result: Promise<File | null> | undefined
    let isUploading = false
    const process = () => {
      result ??= resultOf(loader, config, abort.signal)
      return result
    }
    const uploader = create(withFile(loader, process))
    return {
      async upload() {
        // Not left to the adapter: some wait for ever for a file that failed.
        await process()
        isUploading = true
        return uploader.upload()
      },
      abort() {
        abort.abort()
        if (isUploading) uploader.abort?.()
      },
    }
  }
}

/** A loader with another file. */
const withFile = (loader: FileLoader, file: () => Promise<File | null>): FileLoader =>
  new Proxy(loader, {
    get: (target, key) => (key === 'file' ? file() : Reflect.get(target, key)),
    set: (target, key, value) => Reflect.set(target, key, value),
  })

/** CKEditor shows a rejection as it is: it has to be text. */
async function resultOf(
  loader: FileLoader,
  { darkroom, request, unreadable = 'reject' }: DarkroomConfig,
  signal: AbortSignal,
): Promise<File | null> {
  const file = await loader.file
  if (!file || results.has(file) || !request) return file
  try {
    const wanted = requestFor(request, file)
    if (!wanted) return file
    const onProgress = tellOf(loader)
    return await darkroom.toFile(file, wanted, {
      ...{ signal, unreadable },
      onProgress: ({ overall_ratio }) => onProgress(overall_ratio),
    })
  } catch (error) {
    throw messageOf(error)
  }
}

/** An adapter of the application's function. */
export const adapterOf =
  (upload: NonNullable<DarkroomConfig['upload']>): CreateAdapter =>
  (loader): UploadAdapter => {
    const abort = new AbortController()
    return {
      upload: () => send(loader, upload, abort.signal),
      abort: () => abort.abort(),
    }
  }

async function send(
  loader: FileLoader,
  upload: NonNullable<DarkroomConfig['upload']>,
  signal: AbortSignal,
): Promise<UploadResponse> {
  const file = (await loader.file) as File
  try {
    const response = await upload(file, { signal, onProgress: tellOf(loader) })
    return typeof response === 'string' ? { default: response } : response
  } catch (error) {
    throw messageOf(error)
  }
}

const tellOf = (loader: FileLoader) => (ratio: number) => {
  loader.uploadTotal = 1
  loader.uploaded = ratio
}
