import type { Darkroom } from 'darkroom-web'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type Editor, Tldraw } from 'tldraw'
import 'tldraw/tldraw.css'
import { assetStore } from './tldraw.ts'

export const start = (darkroom: Darkroom) =>
  new Promise<unknown>((resolve) => {
    const uploaded: File[] = []
    const upload = async (file: File) => {
      uploaded.push(file)
      return dataUrlOf(file)
    }
    const assets = assetStore(darkroom, { width: '200%', output_format: 'webp' }, upload)
    // StrictMode mounts twice.
    const onMount = (editor: Editor) => resolve(Object.assign(window, { editor, uploaded }))
    createRoot(document.querySelector('#host') as HTMLElement).render(
      <StrictMode>
        <Tldraw assets={assets} onMount={onMount} />
      </StrictMode>,
    )
  })

/** tldraw takes no `blob:` URLs. */
const dataUrlOf = (file: File) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.readAsDataURL(file)
  })
