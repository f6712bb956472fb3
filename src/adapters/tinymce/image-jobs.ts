import type { Darkroom, RequestWithoutSource } from '../../darkroom.ts'
import { messageOf } from '../message-of.ts'
import { results } from '../results.ts'
import type { Editor, Notification, ToggleButton } from './host.ts'

export interface ImageAction {
  text: string
  /** An icon of TinyMCE's or of the application's. It stands in place of the text, which becomes the tooltip. */
  icon?: string
  /** What is done to the picture that is selected. */
  request: RequestWithoutSource
}

interface Job {
  name: string
  image: HTMLImageElement
  /** Where the picture was found. */
  src: string
  abort: AbortController
}

/** The actions that run in one editor. */
export class ImageJobs {
  readonly #jobs = new Set<Job>()
  readonly #observer = new MutationObserver(() => this.#endRemoved())

  constructor(
    readonly editor: Editor,
    readonly darkroom: Pick<Darkroom, 'toFile'>,
  ) {
    editor.on('remove', () => {
      for (const { abort } of this.#jobs) abort.abort()
    })
  }

  toggle(name: string, action: ImageAction): void {
    const image = this.editor.selection.getNode()
    if (!isImage(image)) return
    const job = this.#jobOf(image)
    if (job) job.abort.abort()
    else void this.#run({ name, image, src: image.src, abort: new AbortController() }, action)
  }

  /** Keeps a button in the state of the picture that is selected. Returns what ends that. */
  follow(name: string, button: ToggleButton): () => void {
    const update = () => {
      const node = this.editor.selection.getNode()
      const job = isImage(node) ? this.#jobOf(node) : undefined
      button.setActive(job?.name === name)
      button.setEnabled(isImage(node) && (!job || job.name === name))
    }
    update()
    this.editor.on('NodeChange', update)
    return () => this.editor.off('NodeChange', update)
  }

  #jobOf(image: HTMLImageElement): Job | undefined {
    return [...this.#jobs].find((job) => this.#imageOf(job) === image)
  }

  /** An undo builds the document anew: then it is the picture of the same address, if there is only one. */
  #imageOf({ image, src }: Job): HTMLImageElement | undefined {
    const body = this.editor.getBody()
    if (body.contains(image)) return image
    const same = [...body.querySelectorAll('img')].filter((one) => one.src === src)
    return same.length === 1 ? same[0] : undefined
  }

  #endRemoved(): void {
    for (const job of this.#jobs) if (!this.#imageOf(job)) job.abort.abort()
  }

  async #run(job: Job, { text, request }: ImageAction): Promise<void> {
    const { editor } = this
    const { signal } = job.abort
    const note = editor.notificationManager.open({ text, timeout: -1, progressBar: true })
    this.#jobs.add(job)
    this.#observer.observe(editor.getBody(), { childList: true, subtree: true })
    editor.nodeChanged()
    try {
      const source = editor.editorUpload.blobCache.getByUri(job.src)?.blob() ?? job.src
      const result = await this.darkroom.toFile(source, request, {
        signal,
        onProgress: ({ overall_ratio }) => {
          if (!signal.aborted) note.progressBar.value(Math.round(overall_ratio * 100))
        },
      })
      await this.#replace(job, result)
    } catch (error) {
      if (!signal.aborted)
        editor.notificationManager.open({ type: 'error', text: messageOf(error) })
    } finally {
      this.#end(job, note)
    }
  }

  #end(job: Job, note: Notification): void {
    this.#jobs.delete(job)
    if (this.#jobs.size === 0) this.#observer.disconnect()
    // Of an editor that was removed nothing is left.
    if (!this.editor.getBody()) return
    note.close()
    this.editor.nodeChanged()
  }

  async #replace(job: Job, result: File): Promise<void> {
    const { dom, undoManager, editorUpload } = this.editor
    const [base64, shape] = await Promise.all([base64Of(result), shapeOf(result)])
    // An upload of the original that ends later would take the result's place.
    await editorUpload.uploadImagesAuto()
    job.abort.signal.throwIfAborted()
    const image = this.#imageOf(job)
    if (!image) return
    const info = editorUpload.blobCache.create({ blob: result, base64, filename: result.name })
    editorUpload.blobCache.add(info)
    results.add(result)
    const src = info.blobUri()
    const height = shape && heightFor(image, shape)
    undoManager.transact(() => {
      const attributes = { src, 'data-mce-src': src, srcset: null, sizes: null }
      dom.setAttribs(image, { ...attributes, ...(height && { height }) })
    })
    await editorUpload.uploadImagesAuto()
  }
}

/** By its name: in the editor's frame it is no instance of this realm's class. */
export const isImage = (node: Node): node is HTMLImageElement => node.nodeName === 'IMG'

/** A picture keeps its width in the document. Its height changes if its shape does. */
function heightFor(image: Element, shape: { width: number; height: number }): string | undefined {
  const [width, height] = ['width', 'height'].map((name) => Number(image.getAttribute(name)))
  if (!width || !height) return undefined
  return String(Math.round((width * shape.height) / shape.width))
}

/** Undefined if the browser does not show such files. */
async function shapeOf(blob: Blob): Promise<{ width: number; height: number } | undefined> {
  const bitmap = await createImageBitmap(blob).catch(() => undefined)
  if (!bitmap) return undefined
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}

async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
