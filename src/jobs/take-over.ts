import { DarkroomError, isDarkroomError } from '../errors.ts'
import { refuse } from '../plan/refuse.ts'
import { originOf } from '../remote/remote.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import { restoreJob } from './create.ts'
import type { Job } from './job.ts'
import { missingPlace } from './places.ts'
import type { JobDetails } from './record.ts'
import { see } from './see.ts'
import type { Site } from './site.ts'
import { hasEnded, isJob } from './stored.ts'

/** Goes on with a job that another page left behind. The caller holds its lock. */
export async function takeOver(id: string, site: Site): Promise<void> {
  const found = await load(id, site)
  if (!found) return
  const { state, request, items } = found
  const job = restoreJob(state, request ?? ({} as CanonicalRequest), items)
  if (!hasEnded(state)) {
    const lacks = request && (await lacking(job, request, site))
    if (lacks) return wait(job, lacks, site)
    begin(job, request !== undefined)
  }
  for (const each of [job, ...job.items]) site.jobs.set(each.id, each)
  await see(job, site)
}

/** Forgets the files of a job that has no record. The caller holds its lock. */
export async function lost(id: string, { environment }: Site): Promise<void> {
  const [stored] = await environment.store.get([id])
  if (isJob(stored)) return
  await environment.store.removeFile(id, 'request')
  await environment.store.removeFile(id, 'result')
}

async function load(id: string, { environment, archive }: Site) {
  const [state] = await environment.store.get([id])
  if (!isJob(state) || state.parent || state.settled) return undefined
  const items = state.items ? await environment.store.get(state.items) : []
  return {
    state,
    request: await archive.request(id),
    items: items.filter(isJob),
  }
}

type Lack = NonNullable<JobDetails['waiting_for']>

/** What the page that submitted the job had, and this one has not. */
async function lacking(
  { state, items }: Job,
  request: CanonicalRequest,
  site: Site,
): Promise<Lack | undefined> {
  const { remote } = site.workplace
  const here = remote && originOf(remote.line.remote)
  // What one service was asked, another knows nothing of.
  const elsewhere = [state, ...items.map((item) => item.state)].some(
    (each) => !hasEnded(each) && each.remote?.posted && each.remote.to !== here,
  )
  if (elsewhere) return 'remote'
  try {
    refuse(request, site.workplace.remote !== undefined)
  } catch (error) {
    if (isDarkroomError(error) && error.code === 'REMOTE_NOT_CONFIGURED') return 'remote'
  }
  return missingPlace(request, site.workplace.storages)
}

/** Leaves the job to a page that has what it needs. */
async function wait(job: Job, waiting_for: Lack, { archive }: Site): Promise<void> {
  const { state } = job
  state.status = 'not_started'
  state.details = { provider: null, steps: [], ...state.details, waiting_for }
  await archive.save(job)
}

function begin(job: Job, hasRequest: boolean): void {
  for (const { state } of [job, ...job.items]) {
    if (hasEnded(state)) continue
    state.status = 'received'
    delete state.details?.waiting_for
  }
  if (hasRequest) return
  job.cancel(
    new DarkroomError('SOURCE_UNREACHABLE', 'What this job was asked was lost with its page'),
  )
}
