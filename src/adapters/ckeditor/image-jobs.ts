import { unexpected } from '../../shared/errors.ts'
import { messageOf } from '../message-of.ts'
import { results } from '../results.ts'
import type { DarkroomConfig, ImageAction } from './config.ts'
import type { Editor, ModelElement, UploadResponse } from './host.ts'

interface Job {
  /** The name of its action. */
  name: string
  image: ModelElement
  abort: AbortController
  /** From 0 to 1. */
  ratio: number
}

/** What is known of an image that belongs to its old file. */
const OF_THE_FILE = ['srcset', 'sizes', 'sources', 'width', 'height']

/** The actions that run in one editor. */
export class ImageJobs {
  readonly #jobs = new Map<ModelElement, Job>()

  /** @param onChange called when what runs has changed. */
  constructor(
    readonly editor: Editor,
    readonly darkroom: DarkroomConfig['darkroom'],
    readonly onChange: () => void,
  ) {
    editor.model.document.on('change', () => {
      for (const { image, abort } of this.#jobs.values()) if (isRemoved(image)) abort.abort()
    })
  }

  /** The image that is selected, if it is uploaded. */
  selected(): ModelElement | undefined {
    const { model, plugins } = this.editor
    const element = model.document.selection.getSelectedElement()
    if (!element || !plugins.get('ImageUtils').isImage(element)) return undefined
    return element.getAttribute('src') && !element.hasAttribute('uploadId') ? element : undefined
  }

  of(image: ModelElement | undefined): Job | undefined {
    return image && this.#jobs.get(image)
  }

  /** Starts an action on the image that is selected, or cancels the one that runs on it. */
  async toggle(name: string, action: ImageAction): Promise<void> {
    const image = this.selected()
    const running = this.of(image)
    if (running) running.abort.abort()
    else if (image) await this.#run({ name, image, abort: new AbortController(), ratio: 0 }, action)
  }

  endAll(): void {
    for (const { abort } of this.#jobs.values()) abort.abort()
  }

  async #run(job: Job, { label, request }: ImageAction): Promise<void> {
    const { image, abort } = job
    const { signal } = abort
    const { plugins } = this.editor
    const pending = plugins.get('PendingActions').add(label)
    this.#jobs.set(image, job)
    this.onChange()
    try {
      const result = await this.darkroom.toFile(image.getAttribute('src') as string, request, {
        signal,
        onProgress: ({ overall_ratio }) => {
          job.ratio = overall_ratio
          if (!signal.aborted) this.onChange()
        },
      })
      results.add(result)
      this.#replace(job, await this.#upload(result, signal))
    } catch (error) {
      if (!signal.aborted)
        plugins.get('Notification').showWarning(messageOf(error), { title: label })
    } finally {
      this.#jobs.delete(image)
      if (this.editor.state !== 'destroyed') {
        plugins.get('PendingActions').remove(pending)
        this.onChange()
      }
    }
  }

  async #upload(file: File, signal: AbortSignal): Promise<UploadResponse> {
    const repository = this.editor.plugins.get('FileRepository')
    const loader = repository.createLoader(file)
    if (!loader)
      throw unexpected('upload', "a function, or one of CKEditor's upload adapters,", loader)
    const abort = () => loader.abort()
    signal.addEventListener('abort', abort)
    try {
      return await loader.upload()
    } finally {
      signal.removeEventListener('abort', abort)
      repository.destroyLoader(loader)
    }
  }

  #replace({ image, abort }: Job, data: UploadResponse): void {
    abort.signal.throwIfAborted()
    const { model, plugins } = this.editor
    model.change((writer) => {
      for (const name of OF_THE_FILE) writer.removeAttribute(name, image)
      // Writes `src`, `srcset`, `width` and `height`, as after an upload.
      plugins.get('ImageUploadEditing').fire('uploadComplete', { data, imageElement: image })
    })
  }
}

const isRemoved = (image: ModelElement) => image.root.rootName === '$graveyard'
