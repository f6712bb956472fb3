import type { Darkroom, ItemRecord, JobRecord } from 'darkroom-web'
import { showComparison, showResultAlone, showSource } from '../compare.ts'
import { asDarkroomError, showError } from '../error-box.ts'
import { closeGallery, showGallery, shownCards, showOutcomes } from '../gallery.ts'
import { writeRecord } from '../json-editor.ts'
import { type Source, sourceOf, sourceUrl } from '../open-files.ts'
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
    // With `sizes` a job has one result to show besides its results.
    if (record.results && !record.result_url) await openAll(darkroom, record)
    else await openOne(record, openSource(job))
  } catch (error) {
    showError(asDarkroomError(error))
  }
}

async function openOne(record: JobRecord, source: string | undefined): Promise<void> {
  closeGallery()
  if (!source) await showResultAlone(record)
  else if (await showSource(sourceUrl(source), source)) await showComparison(record)
}

async function openAll(darkroom: Darkroom, record: JobRecord): Promise<void> {
  closeGallery()
  showGallery((record.results ?? []).map(sourceOfItem))
  await showOutcomes(darkroom, record, shownCards())
}

/** Another picture may be open under the name of the result, so that alone does not show it. */
function sourceOfItem({ job, original_url, file_name = job }: ItemRecord): Source {
  const name = original_url ?? openSource(job)
  return name ? sourceOf(name) : { name: file_name, url: '' }
}
