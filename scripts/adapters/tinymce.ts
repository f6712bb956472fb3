import tinymce from 'tinymce'
import 'tinymce/icons/default'
import 'tinymce/models/dom'
import 'tinymce/themes/silver'
import 'tinymce/skins/content/default/content.js'
import 'tinymce/skins/ui/oxide/content.js'
import 'tinymce/skins/ui/oxide/skin.js'
import { imageButtons, uploadHandler } from 'darkroom-web/tinymce'
import source from '../../demo/samples/parrot.jpg?url'
import { cutOut, type Host, until, upload } from './host.ts'

export async function show({ darkroom, element }: Host): Promise<void> {
  imageButtons(tinymce, {
    darkroom,
    actions: {
      enlarge: { text: 'Enlarge', request: { width: '200%' } },
      cutOut: { text: 'Remove background', request: cutOut },
    },
  })
  const [editor] = await tinymce.init({
    target: element.appendChild(document.createElement('div')),
    license_key: 'gpl',
    promotion: false,
    height: 400,
    skin: 'oxide',
    plugins: 'darkroom',
    menubar: false,
    toolbar: 'undo redo | bold italic | enlarge cutOut',
    convert_urls: false,
    images_upload_handler: uploadHandler({ darkroom, request: {}, upload }),
  })
  if (!editor) return
  editor.setContent(`<p>A parrot:</p><p><img alt="A parrot" width="300" src="${source}"></p>`)
  const image = () => editor.getBody().getElementsByTagName('img')[0] as HTMLImageElement
  await image().decode()
  editor.focus()
  editor.selection.select(image())
  editor.nodeChanged()
  const button = () =>
    element.querySelector<HTMLElement>('.tox-editor-header [data-mce-name=cutout]')
  await until(() => button()?.getAttribute('aria-disabled') === 'false')
  button()?.click()
  await until(() => image().src.startsWith('blob:'))
  await image().decode()
}
