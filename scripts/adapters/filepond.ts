import { create, registerPlugin } from 'filepond'
import 'filepond/dist/filepond.css'
import { darkroomFilePond } from 'darkroom-web/filepond'
import { cutOut, type Host } from './host.ts'

export async function show({ darkroom, file, element }: Host): Promise<void> {
  registerPlugin(darkroomFilePond({ darkroom, request: cutOut }))
  const input = element.appendChild(document.createElement('input'))
  const process = (
    _field: string,
    _file: unknown,
    _metadata: unknown,
    load: (id: string) => void,
  ) => load('1')
  const pond = create(input, { credits: false, instantUpload: false, server: { process } })
  await pond.addFile(file)
  await pond.processFile()
}
