import type { JobRecord } from 'darkroom-web'
import { showComparison, showResultAlone, showSource, showsSource } from './compare.ts'
import { closeGallery, showGallery, shownCards } from './gallery.ts'
import type { Json } from './json-paths.ts'
import { bytes } from './language/numbers.ts'
import { sizeOf, sourceOf, sourceUrl } from './open-files.ts'

/**
 * Shows what a request is of, if something else is shown: a person may have gone back, or opened another job. Resolves with
 * whether it had to be shown, and is.
 */
export async function showSourceOf({ url, urls }: Json): Promise<boolean> {
  if (Array.isArray(urls)) showGallery(urls.map((each) => sourceOf(String(each))))
  if (!url || urls) return false
  leaveGallery()
  const name = String(url)
  if (showsSource(sourceUrl(name))) return false
  const size = sizeOf(name)
  return showSource(sourceUrl(name), size === undefined ? '' : bytes(size))
}

/** Shows the result of a request for one image beside its source; at the same place as the last one if `keepView`. */
export async function showResultOf(
  request: Json,
  record: JobRecord,
  keepView: boolean,
): Promise<void> {
  if (!request.url) {
    leaveGallery()
    return showResultAlone(record)
  }
  const wasElsewhere = await showSourceOf(request)
  if (showsSource(sourceUrl(String(request.url))))
    await showComparison(record, keepView && !wasElsewhere)
}

/** Also takes away the link back to it. */
function leaveGallery(): void {
  if (shownCards().length > 0) closeGallery()
}
