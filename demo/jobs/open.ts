import { asDarkroomError } from '../../src/contract/errors.ts'
import type { Darkroom, JobRecord } from '../../src/index.ts'
import { showAfter, showAlone, showBefore } from '../compare.ts'
import { offer } from '../develop.ts'
import { sourceUrl } from '../files.ts'
import { closeGallery, settle, showGallery } from '../gallery.ts'
import { writeRecord } from '../json.ts'
import { showProblem } from '../problem.ts'
import { go } from '../views.ts'
import { openSource } from './sources.ts'

/** Shows the result of a job again, beside its source where that is still open. */
export async function openJob(darkroom: Darkroom, job: string): Promise<void> {
  go('picture')
  try {
    const record = await darkroom.result(job)
    writeRecord(record)
    offer(record)
    if (record.results) await openAll(darkroom, record)
    else await openOne(record, openSource(job))
  } catch (error) {
    showProblem(asDarkroomError(error, 'MODEL'))
  }
}

async function openOne(record: JobRecord, source: string | undefined): Promise<void> {
  closeGallery()
  if (source) {
    await showBefore(sourceUrl(source), source)
    await showAfter(record)
  } else await showAlone(record)
}

async function openAll(darkroom: Darkroom, record: JobRecord): Promise<void> {
  const { results = [] } = record
  closeGallery()
  showGallery(results.map(({ original_url, file_name, job }) => original_url ?? file_name ?? job))
  await settle(darkroom, record)
}
