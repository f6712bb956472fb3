type Listening = Parameters<EventTarget['addEventListener']>
type Callback = NonNullable<Listening[1]>

interface Entry {
  type: string
  callback: Callback
  capture: boolean
  /** Stops following the listener's signal, which may live for longer. */
  release(): void
}

/** The listeners of an EventTarget, which does not tell by itself whether it has any. */
export class ListenerList {
  readonly #entries = new Set<Entry>()
  readonly #onChange: (count: number) => void

  constructor(onChange: (count: number) => void) {
    this.#onChange = onChange
  }

  /** Of a listener that is called once, the caller has to call the function that is returned when it was called. */
  add(type: string, callback: Listening[1], options: Listening[2]): () => void {
    const { capture = false, signal } = fieldsOf(options)
    if (!callback || signal?.aborted || this.#find(type, callback, capture)) return () => {}
    const drop = () => this.#drop(entry)
    const release = () => signal?.removeEventListener('abort', drop)
    const entry: Entry = { type, callback, capture, release }
    signal?.addEventListener('abort', drop)
    this.#entries.add(entry)
    this.#onChange(this.#entries.size)
    return drop
  }

  remove(type: string, callback: Listening[1], options?: Listening[2]): void {
    const found = callback && this.#find(type, callback, fieldsOf(options).capture ?? false)
    if (found) this.#drop(found)
  }

  #find(type: string, callback: Callback, capture: boolean): Entry | undefined {
    return [...this.#entries].find(
      (each) => each.type === type && each.callback === callback && each.capture === capture,
    )
  }

  #drop(entry: Entry): void {
    entry.release()
    if (this.#entries.delete(entry)) this.#onChange(this.#entries.size)
  }
}

export const fieldsOf = (options: Listening[2]): AddEventListenerOptions =>
  typeof options === 'boolean' ? { capture: options } : (options ?? {})
