/** Shows a host with its adapter, and what it makes of a sample: docs/integrations.md has the pictures. */
import { createDarkroom } from 'darkroom-web'
import sample from '../../demo/samples/parrot.jpg?url'

const hosts = {
  form: () => import('./form.ts'),
  uppy: () => import('./uppy.ts'),
  filepond: () => import('./filepond.ts'),
  tinymce: () => import('./tinymce.ts'),
  ckeditor: () => import('./ckeditor.ts'),
}
export type Show = typeof show
type Host = keyof typeof hosts

declare global {
  interface Window {
    show: Show
  }
}

const darkroom = createDarkroom({ persist: false, provider: 'wasm' })

/** Resolves when the host shows the result. */
async function show(host: Host): Promise<void> {
  const { show } = await hosts[host]()
  const blob = await (await fetch(sample)).blob()
  const file = new File([blob], 'parrot.jpg', { type: blob.type })
  const element = document.querySelector<HTMLElement>('#host')
  if (element) await show({ darkroom, file, element })
}
window.show = show
