import { downloadZip } from 'client-zip'
import type { JobRecord } from 'darkroom-web'
import { byId, make } from './dom.ts'

interface SaveTarget {
  createWritable(): Promise<WritableStream<Uint8Array>>
}

/** Not in every browser, and not in the types of TypeScript. */
declare const showSaveFilePicker:
  | ((options: { suggestedName: string }) => Promise<SaveTarget>)
  | undefined

const NAME = 'darkroom.zip'

/** Saves all results as one zip when the button is pressed. It is written as it is read, where the browser can do so. */
export function setUpSaveAll(results: () => JobRecord[]): void {
  byId('save-all').addEventListener('click', () => void saveAll(results()))
}

export function offerSaveAll(results: JobRecord[]): void {
  byId('save-all').hidden = results.length < 2
}

async function saveAll(results: JobRecord[]): Promise<void> {
  const target = await pick()
  if (target === null) return
  const zip = downloadZip(files(results))
  if (target) return zip.body?.pipeTo(await target.createWritable())
  const href = URL.createObjectURL(await zip.blob())
  make('a', { href, download: NAME }).click()
  URL.revokeObjectURL(href)
}

/** Null if the user changed their mind, undefined where files can only be downloaded. */
async function pick(): Promise<SaveTarget | null | undefined> {
  if (typeof showSaveFilePicker === 'undefined' || !navigator.userActivation?.isActive)
    return undefined
  return showSaveFilePicker({ suggestedName: NAME }).catch((error) =>
    error.name === 'AbortError' ? null : undefined,
  )
}

/** Names that occur twice get a number. */
async function* files(results: JobRecord[]) {
  const names = new Map<string, number>()
  for (const { file_name = '', result_url = '' } of results) {
    const count = (names.get(file_name) ?? 0) + 1
    names.set(file_name, count)
    const name = count > 1 ? file_name.replace(/(\.\w+)?$/, ` (${count})$1`) : file_name
    yield { name, input: await fetch(result_url) }
  }
}
