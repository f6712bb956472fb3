/** Creates one `blob:` URL a name, on first use, and revokes them. */
export class ObjectUrls {
  readonly #urls = new Map<string, { url: string; blob: Blob }>()

  /** The URL of what has this name, or undefined if `load` finds none. */
  async of(name: string, load: () => Promise<Blob | undefined>): Promise<string | undefined> {
    const made = this.#urls.get(name)
    if (made) return made.url
    const blob = await load()
    const meanwhile = this.#urls.get(name)
    if (meanwhile || !blob) return meanwhile?.url
    const url = URL.createObjectURL(blob)
    this.#urls.set(name, { url, blob })
    return url
  }

  /** What the URL refers to, if there is one. */
  blobOf(name: string): Blob | undefined {
    return this.#urls.get(name)?.blob
  }

  /** Revokes the URL of a name, and of all that are called after it, `<name>:<part>`. */
  revoke(name: string): void {
    this.#revoke((each) => each === name || each.startsWith(`${name}:`))
  }

  revokeAll(): void {
    this.#revoke(() => true)
  }

  #revoke(matches: (name: string) => boolean): void {
    for (const [name, { url }] of this.#urls) {
      if (!matches(name)) continue
      URL.revokeObjectURL(url)
      this.#urls.delete(name)
    }
  }
}
