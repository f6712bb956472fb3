import { requireRemote } from '../plan/require-remote.ts'
import { serviceOrigin } from '../remote/connection.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { DarkroomError, isDarkroomError } from '../shared/errors.ts'
import { missingStorage } from '../storages/required-storages.ts'
import type { JobContext } from './context.ts'
import { countCrash } from './crashes.ts'
import { restoreJob } from './create-job.ts'
import type { Job } from './job.ts'
import { hasEnded, isJob } from './job-state.ts'
import { fileKinds } from './job-store.ts'
import type { JobDetails } from './record.ts'
import { runJob } from './run-job.ts'

/** Resumes an unfinished job of another page. The caller holds its lock. */
export async function resumeJob(id: string, context: JobContext): Promise<void> {
  const found = await load(id, context)
  if (!found) return
  const { state, request, items } = found
  const job = restoreJob(state, request ?? ({} as NormalizedRequest), items)
  if (!hasEnded(job.state)) {
    const lacks = request && (await missingRequirement(job, request, context))
    if (lacks) return waitFor(job, lacks, context)
    restart(job, request !== undefined)
    for (const each of job.family) countCrash(each, context)
  }
  for (const each of job.family) context.jobs.set(each.id, each)
  await runJob(job, context)
}

/** Deletes the files of a job without a record. The caller holds its lock. */
export async function removeOrphan(id: string, { environment }: JobContext): Promise<void> {
  const [stored] = await environment.store.get([id])
  if (isJob(stored)) return
  for (const kind of fileKinds) await environment.store.removeFile(id, kind)
}

async function load(id: string, { environment, retention }: JobContext) {
  const [state] = await environment.store.get([id])
  if (!isJob(state) || state.parent || state.settled) return undefined
  const items = state.items ? await environment.store.get(state.items) : []
  return {
    state,
    request: await retention.request(id),
    items: items.filter(isJob),
  }
}

type Requirement = NonNullable<JobDetails['waiting_for']>

/** What the job needs that this page does not have. */
async function missingRequirement(
  { state, items }: Job,
  request: NormalizedRequest,
  context: JobContext,
): Promise<Requirement | undefined> {
  const { remote } = context.execution
  const here = remote && serviceOrigin(remote.connection.remote)
  // A job that was sent to one service cannot be continued at another.
  const elsewhere = [state, ...items.map((item) => item.state)].some(
    (each) => !hasEnded(each) && each.remote?.posted && each.remote.to !== here,
  )
  if (elsewhere) return 'remote'
  try {
    requireRemote(request, context.execution.remote !== undefined)
  } catch (error) {
    if (isDarkroomError(error) && error.code === 'REMOTE_NOT_CONFIGURED') return 'remote'
  }
  return missingStorage(request, context.execution.storages)
}

/** Leaves the job to a page that has what it needs. */
async function waitFor(
  job: Job,
  requirement: Requirement,
  { retention }: JobContext,
): Promise<void> {
  job.waitFor(requirement)
  await retention.save(job)
}

function restart(job: Job, hasRequest: boolean): void {
  for (const each of job.family) each.restart()
  if (hasRequest) return
  job.cancel(
    new DarkroomError('SOURCE_UNREACHABLE', 'The request of this job was lost with its page'),
  )
}
