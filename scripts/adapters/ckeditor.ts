import { Command, Plugin } from '@ckeditor/ckeditor5-core'
import { ClassicEditor } from '@ckeditor/ckeditor5-editor-classic'
import { Essentials } from '@ckeditor/ckeditor5-essentials'
import { Image, ImageToolbar, ImageUpload } from '@ckeditor/ckeditor5-image'
import { Paragraph } from '@ckeditor/ckeditor5-paragraph'
import { ButtonView } from '@ckeditor/ckeditor5-ui'
import { FileRepository } from '@ckeditor/ckeditor5-upload'
import '@ckeditor/ckeditor5-ui/dist/index.css'
import '@ckeditor/ckeditor5-widget/dist/index.css'
import '@ckeditor/ckeditor5-editor-classic/dist/index.css'
import '@ckeditor/ckeditor5-image/dist/index.css'
import { createDarkroomPlugin } from 'darkroom-web/ckeditor'
import { cutOut, type Host, until, upload } from './host.ts'

export async function show({ darkroom, file, element }: Host): Promise<void> {
  const config = {
    attachTo: element.appendChild(document.createElement('div')),
    licenseKey: 'GPL',
    plugins: [
      Essentials,
      Paragraph,
      Image,
      ImageUpload,
      ImageToolbar,
      createDarkroomPlugin({ Plugin, Command, ButtonView, FileRepository }),
    ],
    toolbar: ['undo', 'redo', '|', 'uploadImage'],
    image: { toolbar: ['enlarge', 'cutOut'] },
    darkroom: {
      darkroom,
      upload,
      actions: {
        enlarge: { label: 'Enlarge', request: { width: '200%' } },
        cutOut: { label: 'Remove background', request: cutOut },
      },
    },
  }
  const editor = await ClassicEditor.create(config)
  const image = () => element.querySelector<HTMLImageElement>('.ck-content img')
  editor.execute('uploadImage', { file })
  await until(() => image()?.src.startsWith('blob:'))
  const source = image()?.src
  editor.focus()
  await editor.execute('cutOut')
  await until(() => image()?.src !== source)
  await image()?.decode()
}
