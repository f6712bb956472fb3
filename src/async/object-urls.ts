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

  revoke(name: string): void {
    const made = this.#urls.get(name)
    if (made) URL.revokeObjectURL(made.url)
    this.#urls.delete(name)
  }

  revokeAll(): void {
    for (const name of [...this.#urls.keys()]) this.revoke(name)
  }
}
