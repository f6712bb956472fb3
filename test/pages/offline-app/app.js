import { createDarkroom } from './darkroom/external-assets.js'
import { precache, ready, register } from './darkroom/service-worker.js'

const darkroom = createDarkroom({ assetsUrl: './darkroom/', persist: false, provider: 'wasm' })
const prepare = async (requests) => {
  await register('./service-worker.js', { type: 'module' })
  await precache(darkroom, { requests })
}
Object.assign(window, { darkroom, prepare, controlled: ready })
