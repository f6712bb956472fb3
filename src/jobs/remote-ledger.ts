import { originOf } from '../remote/remote.ts'
import type { Job } from './job.ts'
import type { RemoteEvents } from './remote-work.ts'
import type { Site } from './site.ts'
import type { Elsewhere } from './turns.ts'

/** What a job keeps of its remote segment, so that another page goes on where this one was. */
export function remoteOf(job: Job, site: Site, elsewhere: Elsewhere): RemoteEvents['remote'] {
  const { state } = job
  const { remote } = site.workplace
  const to = remote ? originOf(remote.line.remote) : ''
  const note = (known: { posted: boolean; job?: string }) => {
    state.remote = { to, ...known }
    // A store that fails fails no job; one that says the job is deleted ends it.
    return site.archive.save(job).catch((error) => {
      if (job.controller.signal.aborted) throw error
    })
  }
  return {
    known: state.remote,
    elsewhere,
    posting: () => note({ posted: true }),
    turnedAway: () => note({ posted: false }),
    accepted: (name) => note({ posted: true, job: name }),
    goesOn: () => site.closed.aborted && job.kept,
    onSent: (sent) => {
      state.details = { provider: null, steps: [], ...state.details, sent }
    },
    onOpen: (open) => {
      state.remote = { to, posted: true, ...state.remote, open }
    },
  }
}
