import type { ReleaseWhile } from '../async/semaphore.ts'
import type { RemoteEvents } from '../execution/run-remote.ts'
import { serviceOrigin } from '../remote/connection.ts'
import type { JobContext } from './context.ts'
import type { Job } from './job.ts'

/** What a job keeps of its remote segment, so that another page goes on where this one was. */
export function remoteProgress(
  job: Job,
  context: JobContext,
  elsewhere: ReleaseWhile,
): RemoteEvents['remote'] {
  const { state } = job
  const { remote } = context.execution
  const to = remote ? serviceOrigin(remote.connection.remote) : ''
  const note = (known: { posted: boolean; job?: string }) => {
    state.remote = { to, ...known }
    // A store that fails fails no job; one that says the job is deleted ends it.
    return context.retention.save(job).catch((error) => {
      if (job.controller.signal.aborted) throw error
    })
  }
  return {
    known: state.remote,
    elsewhere,
    posting: () => note({ posted: true }),
    turnedAway: () => note({ posted: false }),
    accepted: (name) => note({ posted: true, job: name }),
    goesOn: () => context.closed.aborted && job.kept,
    onSent: (sent) => {
      state.details = { provider: null, steps: [], ...state.details, sent }
    },
    onOpen: (open) => {
      state.remote = { to, posted: true, ...state.remote, open }
    },
  }
}
