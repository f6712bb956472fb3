import { asDarkroomError } from '../src/errors.ts'
import type { Darkroom, DarkroomError, JobRecord, Request } from '../src/index.ts'
import { showAfter } from './compare.ts'
import { byId } from './dom.ts'
import { writeRecord } from './json.ts'
import { clearProblem, showProblem } from './problem.ts'
import { report, showProgress } from './progress.ts'
import { showTab } from './tabs.ts'
import { bytes, exactly } from './words.ts'

const action = byId('action')
const status = byId('status')
const download = byId<HTMLAnchorElement>('download')

let running: AbortController | undefined
/** The job whose result is on the page. */
let shown: string | undefined

export const cancel = () => running?.abort()

/** Runs one request from click to result. A run that is under way is given up for it. */
export async function develop(darkroom: Darkroom, request: Request): Promise<void> {
  cancel()
  const controller = new AbortController()
  running = controller
  begin()
  const start = performance.now()
  try {
    const record = await darkroom.run(request, {
      signal: controller.signal,
      onProgress: (progress) => {
        if (progress.step === 1 && progress.ratio === 0) void tell(darkroom, progress.job)
        if (running === controller) report(progress)
      },
    })
    if (running === controller) await finish(darkroom, record, performance.now() - start)
  } catch (error) {
    if (running === controller) fail(asDarkroomError(error, 'MODEL'))
  } finally {
    if (running === controller) running = undefined
  }
}

/** Takes the last result off the page, and out of the memory. */
export function discard(darkroom: Darkroom): void {
  cancel()
  if (running) showProgress(false)
  running = undefined
  if (shown) void darkroom.deleteResult(shown).catch(() => undefined)
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
  const { job, result_url = '', details, warnings } = record
  writeRecord(record)
  showTab('record')
  const { width = 0, height = 0, provider = null } = details ?? {}
  await showAfter(result_url, { width, height }, await weight(result_url))
  if (shown) void darkroom.deleteResult(shown).catch(() => undefined)
  shown = job
  const focused = action.contains(document.activeElement)
  showProgress(false)
  offer(record)
  const on = provider ? ` on ${{ webgpu: 'WebGPU', wasm: 'WASM' }[provider]}` : ''
  status.textContent = [
    `Done in ${exactly(ms)}${on}.`,
    ...warnings.map(({ message }) => `Note: ${message}.`),
  ].join(' ')
  if (focused) byId('divider').focus({ preventScroll: true })
  byId('stage').scrollIntoView({ block: 'nearest' })
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

/** How many bytes a result has; a page whose policy forbids to ask goes without. */
const weight = (url: string) =>
  fetch(url)
    .then((response) => response.blob())
    .then(
      ({ size }) => bytes(size),
      () => '',
    )
