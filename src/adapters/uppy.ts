/**
 * A plugin for Uppy: what is uploaded is the result.
 * @module darkroom-web/uppy
 */
import type { BasePlugin, Body, Meta, Uppy, UppyFile } from '@uppy/core'
import type { Darkroom, RequestWithoutSource } from '../darkroom.ts'
import { type RequestOf, requestFor } from './request-of.ts'

export interface DarkroomPluginOptions {
  id?: string
  darkroom: Pick<Darkroom, 'toFile'>
  /** What is done to each file, or a function that tells it: undefined leaves a file as it is. */
  // biome-ignore lint/suspicious/noExplicitAny: what an application keeps in `meta`
  request: RequestOf<UppyFile<any, any>>
  /** `processing` is what a file shows while it waits for its upload. */
  locale?: { strings: { processing: string } }
}

/**
 * Runs a request on each file before it is uploaded. A file that fails gets an error, as one whose upload failed, and is
 * not uploaded; the others are.
 *
 * @example
 * uppy.use(DarkroomPlugin, { darkroom, request: { max_length: 2048, output_format: 'webp' } })
 */
export interface DarkroomPlugin {
  new <M extends Meta, B extends Body>(
    uppy: Uppy<M, B>,
    options: DarkroomPluginOptions,
  ): BasePlugin<DarkroomPluginOptions, M, B>
  // biome-ignore lint/suspicious/noExplicitAny: as in the class that it stands for
  prototype: BasePlugin<any, any, any>
}

/** A file as Uppy keeps it, with what @uppy/tus adds. */
type Held<M extends Meta, B extends Body> = UppyFile<M, B> & { tus?: Record<string, unknown> }

/** What follows from the bytes of a file. */
type Content = { data: Blob; name: string; type: string }

/** Tus would take an unfinished upload of the original for one of the result. JSON, such as Golden Retriever's, is without. */
const urlStorage = {
  findAllUploads: async () => [],
  findUploadsByFingerprint: async () => [],
  removeUpload: async () => undefined,
  addUpload: async () => '',
  toJSON: () => undefined,
}

/** Has what Uppy calls of a plugin: extending its class would take an import. */
class Preprocessor<M extends Meta, B extends Body> {
  readonly type = 'modifier'
  readonly id: string
  readonly #running = new Map<string, AbortController>()
  readonly #previews = new Map<string, string>()
  /** What each result was made of. */
  readonly #origins = new WeakMap<object, Content & { request: RequestWithoutSource | undefined }>()

  constructor(
    readonly uppy: Uppy<M, B>,
    public opts: DarkroomPluginOptions,
  ) {
    this.id = opts.id ?? 'Darkroom'
  }

  install(): void {
    this.uppy.addPreProcessor(this.#prepareAll)
  }

  uninstall(): void {
    this.uppy.removePreProcessor(this.#prepareAll)
    for (const controller of this.#running.values()) controller.abort()
    for (const url of this.#previews.values()) URL.revokeObjectURL(url)
  }

  setOptions(options?: Partial<DarkroomPluginOptions>): void {
    this.opts = { ...this.opts, ...options }
  }

  /** Called when anything changed. A file may go without an event. */
  update(): void {
    for (const [id, controller] of this.#running) {
      if (this.uppy.getFile(id)) continue
      this.#running.delete(id)
      controller.abort()
    }
    for (const [id, url] of this.#previews) {
      if (this.uppy.getFile(id)?.preview === url) continue
      this.#previews.delete(id)
      URL.revokeObjectURL(url)
    }
  }

  afterUpdate(): void {}

  #prepareAll = async (ids: string[]): Promise<void> => {
    await Promise.all(ids.map((id) => this.#prepare(id)))
  }

  async #prepare(id: string): Promise<void> {
    const file = this.uppy.getFile(id)
    if (!file || file.error || file.progress.uploadComplete) return
    const controller = new AbortController()
    this.#running.set(id, controller)
    const isLeft = () => this.#running.get(id) !== controller
    let failure: unknown
    try {
      const content = await this.#process(file, controller.signal)
      if (content && !isLeft()) this.#replace(id, content)
    } catch (error) {
      failure = error ?? new Error('Unknown error')
    }
    if (isLeft()) return
    this.#running.delete(id)
    this.uppy.emit('preprocess-complete', this.uppy.getFile(id))
    if (failure) this.uppy.emit('upload-error', this.uppy.getFile(id), failure as Error)
  }

  /** Resolves with the new content of a file, if it changes. */
  async #process(file: UppyFile<M, B>, signal: AbortSignal): Promise<Content | undefined> {
    const origin = this.#origins.get(file.data as Blob)
    // Of an upload that is retried: the file as it was picked.
    const picked = origin ? ({ ...file, ...fieldsOf(file, origin) } as UppyFile<M, B>) : file
    const request = requestFor(this.opts.request, picked)
    if (request === origin?.request) return
    if (!request) return origin
    const progress = (value: number) =>
      this.uppy.emit('preprocess-progress', this.uppy.getFile(file.id), {
        mode: 'determinate',
        message: this.opts.locale?.strings.processing ?? 'Processing…',
        value,
      })
    progress(0)
    const data = picked.data as Blob
    const result = await this.opts.darkroom.toFile(data, request, {
      signal,
      name: picked.meta.name.replace(/\.[^.]*$/, ''),
      onProgress: ({ overall_ratio }) => progress(overall_ratio),
    })
    this.#origins.set(result, { data, name: picked.name, type: picked.type, request })
    return { data: result, name: result.name, type: result.type }
  }

  #replace(id: string, content: Content): void {
    const { preview: before, ...file } = this.uppy.getFile(id) as Held<M, B>
    const preview = URL.createObjectURL(content.data)
    const { uploadUrl: _, ...tus } = file.tus ?? {}
    this.#previews.set(id, preview)
    // Without these, tus goes on with an old upload of this name, and the server keeps the old picture.
    const fresh = {
      removeFingerprintOnSuccess: true,
      storeFingerprintForResuming: false,
      urlStorage,
    }
    const fields = { ...fieldsOf(file, content), preview, tus: { ...tus, ...fresh } }
    this.uppy.setFileState(id, fields as object)
    if (before?.startsWith('blob:')) URL.revokeObjectURL(before)
  }
}

const fieldsOf = ({ meta }: { meta: object }, { data, name, type }: Content) => ({
  ...{ data, name, type, size: data.size, extension: name.split('.').pop() ?? '' },
  meta: { ...meta, name, type },
})

export const DarkroomPlugin = Preprocessor as unknown as DarkroomPlugin
