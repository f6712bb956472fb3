import { asDarkroomError } from '../src/errors.ts'
import type {
  Darkroom,
  DarkroomError,
  JobProgress,
  JobRecord,
  ProcessingRequest,
} from '../src/index.ts'
import { showAfter } from './compare.ts'
import { byId } from './dom.ts'
import { writeRecord } from './json.ts'
import { clearProblem, showProblem } from './problem.ts'
import { report, showProgress } from './progress.ts'
import { bytes, exactly, providers as names } from './words.ts'

const action = byId('action')
const status = byId('status')
const download = byId<HTMLAnchorElement>('download')

let running: AbortController | undefined
/** The job whose result is on the page. */
let shown: string | undefined

export const cancel = () => running?.abort()

/** Runs one request from click to result. A run that is under way is given up for it. */
export async function develop(darkroom: Darkroom, request: ProcessingRequest): Promise<void> {
  cancel()
  const controller = new AbortController()
  const { signal } = controller
  running = controller
  begin()
  const start = performance.now()
  const onProgress = (progress: JobProgress) => {
    if (running !== controller) return
    report(progress)
    if (progress.step === 1 && progress.ratio === 0) void tell(darkroom, progress.job)
  }
  try {
    const record = await darkroom.run(request, { signal, onProgress })
    const took = performance.now() - start
    if (running !== controller) return forget(darkroom, record.job)
    running = undefined
    await finish(darkroom, record, took)
  } catch (error) {
    const problem = asDarkroomError(error, 'MODEL')
    forget(darkroom, problem.job)
    if (running !== controller) return
    running = undefined
    fail(problem)
  }
}

/** Takes the last result off the page, and out of the memory. */
export function discard(darkroom: Darkroom): void {
  cancel()
  if (running) showProgress(false)
  running = undefined
  forget(darkroom, shown)
  shown = undefined
  status.textContent = ''
  offer(undefined)
}

function begin(): void {
  const focused = action.contains(document.activeElement)
  clearProblem()
  status.textContent = ''
  showProgress(true)
  // What was pressed is hidden now; the keyboard goes on from its successor.
  if (focused) byId('cancel').focus()
  byId('stage').scrollIntoView({ block: 'nearest' })
}

/** The record as it is while the job runs. */
async function tell(darkroom: Darkroom, job: string): Promise<void> {
  const record = await darkroom.result(job).catch(() => undefined)
  if (running && record && record.status !== 'complete') writeRecord(record)
}

async function finish(darkroom: Darkroom, record: JobRecord, ms: number): Promise<void> {
  const { job, result_url = '', details } = record
  const { width = 0, height = 0, bytes: size = 0 } = details ?? {}
  const last = shown
  shown = job
  writeRecord(record)
  const focused = action.contains(document.activeElement)
  showProgress(false)
  offer(record)
  status.textContent = summary(record, ms)
  await showAfter(result_url, { width, height }, bytes(size))
  forget(darkroom, last)
  if (focused) byId('divider').focus({ preventScroll: true })
  byId('stage').scrollIntoView({ block: 'nearest' })
}

function summary({ details, warnings }: JobRecord, ms: number): string {
  const on = details?.provider ? ` on ${names[details.provider]}` : ''
  return [
    `Done in ${exactly(ms)}${on}.`,
    ...warnings.map(({ message }) => `Note: ${message}.`),
  ].join(' ')
}

/** A job that nobody will look at again holds memory. */
function forget(darkroom: Darkroom, job: string | undefined): void {
  if (job) void darkroom.deleteResult(job).catch(() => undefined)
}

function fail(error: DarkroomError): void {
  const focused = action.contains(document.activeElement)
  showProgress(false)
  writeRecord(error)
  if (error.code === 'ABORTED') status.textContent = 'Cancelled.'
  else showProblem(error)
  if (focused) byId('develop').focus()
}

/** The download takes the lead while there is one. */
function offer(record: JobRecord | undefined): void {
  download.hidden = !record?.result_url
  byId('develop').classList.toggle('primary', download.hidden)
  if (!record?.result_url) return
  download.href = record.result_url
  download.download = record.file_name ?? ''
  download.title = record.file_name ?? ''
}
