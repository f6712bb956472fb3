/** TinyMCE as far as it is used: its scripts come from a CDN, too, where its types are not installed. */
export interface TinyMCE {
  // biome-ignore lint/suspicious/noExplicitAny: plugins see more of an editor than its published type
  PluginManager: { add(name: string, plugin: (editor: any) => void): unknown }
}

export interface Editor {
  getBody(): HTMLElement
  nodeChanged(): void
  on(event: string, listener: () => void): unknown
  off(event: string, listener: () => void): unknown
  selection: { getNode(): Element }
  dom: { setAttribs(element: Element, attributes: Record<string, string | null>): void }
  undoManager: { transact(change: () => void): unknown }
  editorUpload: EditorUpload
  notificationManager: { open(notification: object): Notification }
  ui: {
    registry: {
      addToggleButton(name: string, button: object): void
      addContextToolbar(name: string, toolbar: object): void
    }
  }
}

interface EditorUpload {
  blobCache: {
    create(info: { blob: Blob; base64: string; filename: string }): BlobInfo
    add(info: BlobInfo): void
    getByUri(uri: string): BlobInfo | undefined
  }
  /** Resolves when all pictures of the document are uploaded, or failed. */
  uploadImagesAuto(): Promise<unknown>
}

/** A picture that is not uploaded yet. */
export interface BlobInfo {
  blob(): Blob
  filename(): string
  blobUri(): string
}

export interface Notification {
  close(): void
  progressBar: { value(percent: number): void }
}

export interface ToggleButton {
  setEnabled(isEnabled: boolean): void
  setActive(isActive: boolean): void
}
