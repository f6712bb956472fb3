import { byId } from './dom.ts'
import sampleUrl from './parrots.jpg'

/** Where the sample comes from, said where it is shown. */
const ORIGIN = 'Kodak test photograph 23, free to use'

/** Every way in for a picture: pick, drop, paste, sample. */
export function pickPictures(onPicture: (file: File, origin?: string) => void): void {
  const take = (files: FileList | null | undefined) => {
    if (files?.[0]) onPicture(files[0])
  }
  for (const id of ['file', 'file-again']) fromInput(byId<HTMLInputElement>(id), take)
  byId('sample').addEventListener('click', async () => onPicture(await sample(), ORIGIN))
  // Pasted text goes to the field it was meant for.
  document.addEventListener('paste', ({ clipboardData }) => take(clipboardData?.files))
  fromDrop(take)
}

async function sample(): Promise<File> {
  const blob = await (await fetch(sampleUrl)).blob()
  return new File([blob], 'parrots.jpg', { type: 'image/jpeg' })
}

function fromInput(input: HTMLInputElement, take: (files: FileList | null) => void): void {
  input.addEventListener('change', () => {
    take(input.files)
    // So that choosing the same file again is a change, too.
    input.value = ''
  })
}

function fromDrop(take: (files: FileList | undefined) => void): void {
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
  document.addEventListener('drop', (event) => {
    show(false)
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    take(event.dataTransfer.files)
  })
}
