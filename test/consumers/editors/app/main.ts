import { createDarkroom } from 'darkroom-web'

const hosts = {
  fabric: () => import('./host-fabric.ts'),
  konva: () => import('./host-konva.ts'),
  excalidraw: () => import('./host-excalidraw.tsx'),
  tldraw: () => import('./host-tldraw.tsx'),
  gutenberg: () => import('./host-gutenberg.ts'),
}

const darkroom = createDarkroom({ provider: 'wasm' })
const name = location.search.slice(1) as keyof typeof hosts
const { start } = await hosts[name]()
Object.assign(window, { darkroom })
await start(darkroom)
