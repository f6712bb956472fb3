/** Runs of a model between two checks. */
const MAX_RUNS = 300
/** After a pause as long as this the device may have slept, and its GPU may have been reset. */
const MAX_PAUSE_MS = 30_000
/** A share of implausible pixels above which the GPU is doubted. Drawings and noise have so many on every GPU. */
const MAX_SUSPECTS = 0.05

/** Checks again whether a GPU computes correctly: some begin to compute wrongly later, without an error. */
export class Recheck {
  readonly #check: () => Promise<void>
  #runs = 0
  #last = Date.now()

  /** `check` rejects where the GPU answers wrongly. */
  constructor(check: () => Promise<void>) {
    this.#check = check
  }

  /** Before each run of the model. */
  async beforeRun(): Promise<void> {
    const now = Date.now()
    const pause = now - this.#last
    this.#last = now
    if (++this.#runs > MAX_RUNS || pause > MAX_PAUSE_MS) await this.#now()
  }

  /** After an image; `suspects` is the share of its pixels whose output is implausible. */
  async afterImage(suspects: number): Promise<void> {
    if (suspects > MAX_SUSPECTS) await this.#now()
  }

  async #now(): Promise<void> {
    this.#runs = 0
    await this.#check()
  }
}
