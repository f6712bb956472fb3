/**
 * Pictures in CKEditor 5: results are uploaded, and buttons process an image of the document.
 * @module darkroom-web/ckeditor
 */
import { checkConfig, type DarkroomConfig, type ImageAction } from './ckeditor/config.ts'
import type { Classes, Editor } from './ckeditor/host.ts'
import { ImageJobs } from './ckeditor/image-jobs.ts'
import { adapterOf, processing } from './ckeditor/upload-adapter.ts'

export type { DarkroomConfig, ImageAction }

/** Classes of the package `ckeditor5`. */
export interface CKEditorClasses<P> {
  Plugin: P
  Command: unknown
  ButtonView: unknown
  FileRepository: unknown
}

/**
 * Makes a plugin of CKEditor's own classes. It reads the configuration's key `darkroom`, runs its request on each file that is
 * uploaded, and adds a command and a button for each of its actions. An action replaces the image that is selected, as one
 * step of undo; while it runs, its button cancels it.
 *
 * @example
 * const DarkroomImages = createDarkroomPlugin({ Plugin, Command, ButtonView, FileRepository })
 */
export function createDarkroomPlugin<P>(classes: CKEditorClasses<P>): P {
  const { Plugin, ButtonView, FileRepository, Command } = classes as unknown as Classes

  class DarkroomImages extends Plugin {
    static get pluginName() {
      return 'DarkroomImages'
    }

    static get requires() {
      return [FileRepository, 'ImageUploadEditing']
    }

    readonly #config: DarkroomConfig
    readonly #jobs: ImageJobs
    readonly #commands: ActionCommand[] = []

    constructor(editor: Editor) {
      super(editor)
      this.#config = checkConfig(editor.config.get('darkroom'))
      this.#jobs = new ImageJobs(editor, this.#config.darkroom, () => {
        for (const command of this.#commands) command.refresh()
      })
    }

    init(): void {
      for (const [name, action] of Object.entries(this.#config.actions ?? {})) {
        const command = new ActionCommand(this.editor, this.#jobs, name, action)
        this.#commands.push(command)
        this.editor.commands.add(name, command)
        this.editor.ui.componentFactory.add(name, (locale) => buttonOf(command, locale))
      }
    }

    /** The editor's own adapter is there after `init` of the others. */
    afterInit(): void {
      const repository = this.editor.plugins.get('FileRepository')
      const { upload } = this.#config
      const create = upload ? adapterOf(upload) : repository.createUploadAdapter
      if (create) repository.createUploadAdapter = processing(create, this.#config)
    }
  }

  class ActionCommand extends Command {
    constructor(
      editor: Editor,
      readonly jobs: ImageJobs,
      readonly name: string,
      readonly action: ImageAction,
    ) {
      super(editor)
    }

    override refresh(): void {
      const image = this.jobs.selected()
      const job = this.jobs.of(image)
      const isOwn = job?.name === this.name
      this.value = isOwn ? job.ratio : undefined
      this.isEnabled = image !== undefined && (!job || isOwn)
    }

    override execute(): Promise<void> {
      return this.jobs.toggle(this.name, this.action)
    }

    override destroy(): void {
      super.destroy()
      this.jobs.endAll()
    }
  }

  function buttonOf(command: ActionCommand, locale: unknown): object {
    const { label, icon } = command.action
    const button = new ButtonView(locale)
    const percent = (value: number) => `${label} (${Math.round(value * 100)} %)`
    button.set({ ...(icon ? { icon } : { withText: true }), tooltip: true, isToggleable: true })
    button.bind('isEnabled').to(command, 'isEnabled')
    button.bind('isOn').to(command, 'value', (value?: number) => value !== undefined)
    button
      .bind('label')
      .to(command, 'value', (value?: number) => (value === undefined ? label : percent(value)))
    button.on('execute', () => void command.editor.execute(command.name))
    return button
  }

  return DarkroomImages as P
}
