import Uppy from '@uppy/core'
import Dashboard from '@uppy/dashboard'
import '@uppy/core/css/style.css'
import '@uppy/dashboard/css/style.css'
import { DarkroomPlugin } from 'darkroom-web/uppy'
import { cutOut, type Host } from './host.ts'

export async function show({ darkroom, file, element }: Host): Promise<void> {
  const uppy = new Uppy()
  uppy.use(Dashboard, { target: element, inline: true, width: 640, height: 320 })
  uppy.use(DarkroomPlugin, { darkroom, request: cutOut })
  uppy.addFile({ name: file.name, type: file.type, data: file })
  await uppy.upload()
}
