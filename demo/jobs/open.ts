import type { Darkroom, JobRecord } from 'darkroom-web'
import { showComparison, showResultAlone, showSource } from '../compare.ts'
import { asDarkroomError, showError } from '../error-box.ts'
import { closeGallery, showGallery, showOutcomes } from '../gallery.ts'
import { writeRecord } from '../json-editor.ts'
import { sourceUrl } from '../open-files.ts'
import { offerDownload } from '../run-request.ts'
import { go } from '../views.ts'
import { openSource } from './sources.ts'

/** Shows the result of a job, beside its source if that is still open. */
export async function openJob(darkroom: Darkroom, job: string): Promise<void> {
  go('picture')
  try {
    const record = await darkroom.result(job)
    writeRecord(record)
    offerDownload(record)
    if (record.results) await openAll(darkroom, record)
    else await openOne(record, openSource(job))
  } catch (error) {
    showError(asDarkroomError(error))
  }
}

async function openOne(record: JobRecord, source: string | undefined): Promise<void> {
  closeGallery()
  if (source) {
    await showSource(sourceUrl(source), source)
    await showComparison(record)
  } else await showResultAlone(record)
}

async function openAll(darkroom: Darkroom, record: JobRecord): Promise<void> {
  const { results = [] } = record
  closeGallery()
  showGallery(results.map(({ original_url, file_name, job }) => original_url ?? file_name ?? job))
  await showOutcomes(darkroom, record)
}
