/** Creates one `blob:` URL a result, on first use, and revokes them. */
export class ObjectUrls {
  readonly #urls = new Map<string, { url: string; blob: Blob }>()

  /** The URL of a job's result, or undefined if `load` finds none. */
  async of(job: string, load: () => Promise<Blob | undefined>): Promise<string | undefined> {
    const made = this.#urls.get(job)
    if (made) return made.url
    const blob = await load()
    const meanwhile = this.#urls.get(job)
    if (meanwhile || !blob) return meanwhile?.url
    const url = URL.createObjectURL(blob)
    this.#urls.set(job, { url, blob })
    return url
  }

  /** The result that a URL refers to, if it has one. */
  blobOf(job: string): Blob | undefined {
    return this.#urls.get(job)?.blob
  }

  revoke(job: string): void {
    const made = this.#urls.get(job)
    if (made) URL.revokeObjectURL(made.url)
    this.#urls.delete(job)
  }

  revokeAll(): void {
    for (const job of [...this.#urls.keys()]) this.revoke(job)
  }
}
