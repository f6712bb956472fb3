/** Creates one `blob:` URL a result, on first use, and revokes them. */
export class ObjectUrls {
  readonly #urls = new Map<string, string>()

  /** The URL of a job's result, or undefined if `load` finds none. */
  async of(job: string, load: () => Promise<Blob | undefined>): Promise<string | undefined> {
    const made = this.#urls.get(job)
    if (made) return made
    const blob = await load()
    const meanwhile = this.#urls.get(job)
    if (meanwhile || !blob) return meanwhile
    const url = URL.createObjectURL(blob)
    this.#urls.set(job, url)
    return url
  }

  revoke(job: string): void {
    const url = this.#urls.get(job)
    if (url) URL.revokeObjectURL(url)
    this.#urls.delete(job)
  }

  revokeAll(): void {
    for (const job of [...this.#urls.keys()]) this.revoke(job)
  }
}
