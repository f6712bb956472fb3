import type { Job } from './job.ts'
import type { JobState } from './job-state.ts'

/** A change that can wait is written with the next one, or after so many milliseconds: most small jobs have ended by then. */
const SOON_MS = 100

interface Saving {
  state: JobState
  /** For the one before it. */
  waits: boolean
  saved: Promise<void>
}

/** Saves of one job are serialized, those that still wait are written as one, and a state is not written twice. */
export class StateWriter {
  readonly #write: (job: Job, state: JobState) => Promise<void>
  /** The last save of each job. */
  readonly #saving = new Map<string, Saving>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #written = new WeakMap<Job, string>()

  constructor(write: (job: Job, state: JobState) => Promise<void>) {
    this.#write = write
  }

  save(job: Job): Promise<void> {
    this.#stopTimer(job)
    const state = job.onlyHere ? unfinished(job.state) : job.state
    const before = this.#saving.get(job.id)
    if (before?.waits) {
      before.state = state
      return before.saved
    }
    const saving: Saving = { state, waits: true, saved: Promise.resolve() }
    const start = () => {
      saving.waits = false
      return this.#writeOnce(job, saving.state)
    }
    saving.saved = (before?.saved ?? Promise.resolve()).catch(() => undefined).then(start)
    this.#saving.set(job.id, saving)
    const done = () => {
      if (this.#saving.get(job.id) === saving) this.#saving.delete(job.id)
    }
    saving.saved.then(done, done)
    return saving.saved
  }

  saveSoon(job: Job): void {
    if (!job.kept || this.#timers.has(job.id)) return
    const save = () => void this.save(job).catch(() => undefined)
    this.#timers.set(job.id, setTimeout(save, SOON_MS))
  }

  #stopTimer({ id }: Job): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }

  async #writeOnce(job: Job, state: JobState): Promise<void> {
    const text = JSON.stringify(state)
    if (this.#written.get(job) === text) return
    this.#written.delete(job)
    await this.#write(job, state)
    this.#written.set(job, text)
  }
}

/** What is stored of a job whose result is in memory only: the next page computes it again. */
const unfinished = ({ file, finished, settled, ...state }: JobState): JobState => ({
  ...state,
  status: 'not_started',
})
