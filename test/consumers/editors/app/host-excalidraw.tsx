import { Excalidraw } from '@excalidraw/excalidraw'
import '@excalidraw/excalidraw/index.css'
import type { ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types'
import type { Darkroom } from 'darkroom-web'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ImageActions } from './excalidraw.tsx'

const actions = {
  Enlarge: { width: '200%' as const },
  'Cut out': { background: { remove: 'auto' as const } },
}

function Editor({
  darkroom,
  onApi,
}: {
  darkroom: Darkroom
  onApi: (api: ExcalidrawImperativeAPI) => void
}) {
  const [api, setApi] = useState<ExcalidrawImperativeAPI>()
  return (
    <Excalidraw
      excalidrawAPI={(one) => {
        setApi(one)
        onApi(one)
      }}
      renderTopRightUI={() =>
        api ? <ImageActions api={api} darkroom={darkroom} actions={actions} /> : null
      }
    />
  )
}

export const start = (darkroom: Darkroom) =>
  new Promise<unknown>((resolve) => {
    const root = createRoot(document.querySelector('#host') as HTMLElement)
    // StrictMode mounts twice.
    const onApi = (api: ExcalidrawImperativeAPI) => resolve(Object.assign(window, { api }))
    root.render(
      <StrictMode>
        <Editor darkroom={darkroom} onApi={onApi} />
      </StrictMode>,
    )
  })
