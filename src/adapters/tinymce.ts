/**
 * Pictures in TinyMCE: results are uploaded, and buttons process a picture of the document.
 * @module darkroom-web/tinymce
 */
import type { Darkroom } from '../darkroom.ts'
import { type RequestOf, requestFor } from './request-of.ts'
import { results } from './results.ts'
import type { BlobInfo, Editor, TinyMCE, ToggleButton } from './tinymce/host.ts'
import { type ImageAction, ImageJobs, isImage } from './tinymce/image-jobs.ts'

export type { ImageAction }

export interface UploadHandlerOptions {
  darkroom: Pick<Darkroom, 'toFile'>
  /** What is done to each file, or a function that tells it: undefined leaves a file as it is. */
  request: RequestOf<File>
  /** Sends a file, and resolves with its URL. `onProgress` takes a ratio from 0 to 1. It may reject as TinyMCE's own handlers do. */
  upload: (file: File, options: { onProgress: (ratio: number) => void }) => Promise<string>
  /** What becomes of a file that is no image that can be read: an error, by default, or its upload as it is. */
  unreadable?: 'reject' | 'original'
  /** Ends the jobs that run: TinyMCE itself cancels no upload. */
  signal?: AbortSignal | null | undefined
}

export interface ImageButtonsOptions {
  darkroom: Pick<Darkroom, 'toFile'>
  /** By the names that toolbars have. */
  actions: Record<string, ImageAction>
}

/** How much of an upload's progress, in percent, is that of the job: as a rule it takes longer. */
const JOB_SHARE = 80

/**
 * An `images_upload_handler`: runs a request on each picture, then the application's upload. A picture that fails is removed
 * from the document with TinyMCE's error; the others are uploaded.
 *
 * @example
 * tinymce.init({ images_upload_handler: uploadHandler({ darkroom, request: { max_length: 2048 }, upload }) })
 */
export function uploadHandler(options: UploadHandlerOptions) {
  const { darkroom, request, upload, unreadable = 'reject', signal } = options

  async function resultOf(info: BlobInfo, onProgress: (ratio: number) => void): Promise<File> {
    const blob = info.blob()
    const file = new File([blob], info.filename(), { type: blob.type })
    const wanted = results.has(blob) ? undefined : requestFor(request, file)
    if (!wanted) return file
    return darkroom.toFile(file, wanted, {
      unreadable,
      signal,
      onProgress: ({ overall_ratio }) => onProgress(overall_ratio),
    })
  }

  return async (info: BlobInfo, progress: (percent: number) => void): Promise<string> => {
    try {
      const file = await resultOf(info, (ratio) => progress(ratio * JOB_SHARE))
      const onProgress = (ratio: number) => progress(JOB_SHARE + ratio * (100 - JOB_SHARE))
      return await upload(file, { onProgress })
    } catch (error) {
      // Left in the document, the original would become part of its content.
      throw error instanceof Error ? { message: error.message, remove: true } : error
    }
  }
}

/**
 * Adds TinyMCE's plugin `darkroom`: a button for each action, and a toolbar with all of them beside a picture that is
 * selected. An action replaces the picture, as one step of undo; while it runs, its button cancels it.
 *
 * @example
 * imageButtons(tinymce, { darkroom, actions: { enlarge: { text: 'Enlarge', request: { width: '200%' } } } })
 * tinymce.init({ selector: 'textarea', plugins: 'darkroom image', toolbar: 'image enlarge' })
 */
export function imageButtons(tinymce: TinyMCE, { darkroom, actions }: ImageButtonsOptions): void {
  tinymce.PluginManager.add('darkroom', (editor: Editor) => {
    const jobs = new ImageJobs(editor, darkroom)
    const { registry } = editor.ui
    for (const [name, action] of Object.entries(actions)) {
      const { icon, text } = action
      registry.addToggleButton(name, {
        ...(icon ? { icon, tooltip: text } : { text }),
        onAction: () => jobs.toggle(name, action),
        onSetup: (button: ToggleButton) => jobs.follow(name, button),
      })
    }
    registry.addContextToolbar('darkroom', {
      predicate: isImage,
      items: Object.keys(actions).join(' '),
      position: 'node',
      scope: 'node',
    })
  })
}
