import { byId } from './dom.ts'
import { filesOf } from './dropped.ts'
import sampleUrl from './parrots.jpg'

/** Where the sample comes from, said where it is shown. */
const ORIGIN = 'Kodak test photograph 23, free to use'

/** Every way in for pictures: pick one or several or a folder, drop, paste, sample. */
export function pickPictures(
  onPictures: (files: File[]) => void,
  onSample: (file: File, origin: string, pressed: HTMLElement) => void,
): void {
  const take = (files: File[]) => {
    if (files.length > 0) onPictures(files)
  }
  for (const id of ['file', 'file-again', 'folder']) fromInput(byId<HTMLInputElement>(id), take)
  const button = byId('sample')
  button.addEventListener('click', async () => onSample(await sample(), ORIGIN, button))
  document.addEventListener('paste', ({ clipboardData, target }) => {
    // Pasted text goes to the field it was meant for.
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
    take(input.webkitdirectory ? files.filter(isPicture) : files)
    // So that choosing the same file again is a change, too.
    input.value = ''
  })
}

function fromDrop(take: (files: File[]) => void): void {
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
    take(await filesOf(event.dataTransfer))
  })
}

/** What a folder holds beside pictures is left where it is; a type that the browser does not know may be one. */
const isPicture = ({ type, name }: File) =>
  !name.startsWith('.') && (!type || type.startsWith('image/'))
