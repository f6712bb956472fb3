import { byId } from './dom.ts'
import { droppedFiles } from './dropped-files.ts'
import type { Json } from './json-paths.ts'
import { texts } from './language/language.ts'
import sampleUrl from './parrots.jpg'
import { type Arrival, expectSource } from './request-state.ts'

/** Sets up all ways to open images: picking files or a folder, drag and drop, paste, the sample. */
export function setUpImagePicker(
  onPictures: (files: File[], arrival: Arrival) => void,
  onSample: (
    file: File,
    arrival: Arrival,
    origin: string,
    pressed: HTMLElement,
    request: Json,
  ) => void,
): void {
  const take = (files: File[], arrival = expectSource()) => {
    if (files.length > 0) onPictures(files, arrival)
  }
  for (const id of ['file', 'file-again', 'folder']) fromInput(byId<HTMLInputElement>(id), take)
  const button = byId('sample')
  button.addEventListener('click', async () => {
    const arrival = expectSource()
    onSample(await sample(), arrival, texts.samples.main, button, { width: '400%' })
  })
  document.addEventListener('paste', ({ clipboardData, target }) => {
    // Pasted text stays in its field.
    if (clipboardData?.files.length || !(target as Element).closest?.('input, textarea'))
      take([...(clipboardData?.files ?? [])])
  })
  fromDrop(take)
}

async function sample(): Promise<File> {
  const blob = await (await fetch(sampleUrl)).blob()
  return new File([blob], 'parrots.jpg', { type: 'image/jpeg' })
}

function fromInput(input: HTMLInputElement, take: (files: File[]) => void): void {
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    take(input.webkitdirectory ? files.filter(isImageFile) : files)
    // So that choosing the same file again fires a change event.
    input.value = ''
  })
}

function fromDrop(take: (files: File[], arrival: Arrival) => void): void {
  const hint = byId('drop-hint')
  const show = (shown: boolean) => hint.classList.toggle('shown', shown)
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    show(true)
  })
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) show(false)
  })
  document.addEventListener('drop', async (event) => {
    show(false)
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    const arrival = expectSource()
    take(await droppedFiles(event.dataTransfer), arrival)
  })
}

/** Whether a file of a folder may be an image: also one whose type the browser does not know. */
const isImageFile = ({ type, name }: File) =>
  !name.startsWith('.') && (!type || type.startsWith('image/'))
