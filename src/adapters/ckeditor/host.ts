/** CKEditor as far as it is used. */
export interface Editor {
  readonly state: string
  config: { get(name: string): unknown }
  model: {
    document: {
      selection: { getSelectedElement(): ModelElement | null }
      on(event: 'change', listener: () => void): void
    }
    change(callback: (writer: ModelWriter) => void): void
  }
  commands: { add(name: string, command: object): void }
  plugins: {
    get(name: 'ImageUploadEditing'): { fire(event: string, details: object): unknown }
    get(name: 'ImageUtils'): { isImage(element: ModelElement): boolean }
    get(name: 'FileRepository'): FileRepository
    get(name: 'Notification'): { showWarning(message: string, options: object): void }
    get(name: 'PendingActions'): { add(message: string): object; remove(action: object): void }
  }
  execute(command: string): unknown
  ui: { componentFactory: { add(name: string, create: (locale: unknown) => object): void } }
}

export interface ModelElement {
  readonly root: { readonly rootName?: string }
  getAttribute(name: string): unknown
  hasAttribute(name: string): boolean
}

interface ModelWriter {
  removeAttribute(name: string, element: ModelElement): void
}

interface FileRepository {
  createUploadAdapter?: CreateAdapter
  createLoader(file: File): FileLoader | null
  destroyLoader(loader: FileLoader): void
}

export type CreateAdapter = (loader: FileLoader) => UploadAdapter

export interface FileLoader {
  readonly file: Promise<File | null>
  uploaded: number
  uploadTotal: number | null
  upload(): Promise<UploadResponse>
  abort(): void
}

export interface UploadAdapter {
  upload(): Promise<UploadResponse>
  abort?(): void
}

/** URLs: the image's own is `default`, others have their width as key. */
export type UploadResponse = Record<string, unknown>

interface Command {
  readonly editor: Editor
  value: unknown
  isEnabled: boolean
  refresh(): void
  execute(): unknown
  destroy(): void
}

interface ButtonView {
  set(properties: object): void
  bind(property: string): {
    to(source: object, property: string, convert?: (value: never) => unknown): void
  }
  on(event: string, listener: () => void): void
}

/** Classes of the package `ckeditor5`. */
export interface Classes {
  Plugin: new (editor: Editor) => { readonly editor: Editor }
  Command: new (editor: Editor) => Command
  ButtonView: new (locale: unknown) => ButtonView
  FileRepository: unknown
}
