import * as tf from '@tensorflow/tfjs'
import x2 from '@upscalerjs/esrgan-thick/2x'
import x4 from '@upscalerjs/esrgan-thick/4x'
import Upscaler from 'upscaler'

const models = { 2: x2, 4: x4 }
const upscalers = {}

/** Loads a classic script that is not bundled: minifying breaks the threads of tfjs's WASM backend. */
function script(src) {
  window.tf = { ...tf }
  return new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement('script'), { src, onload, onerror }))
  })
}

/** Selects a tfjs backend. Loads it first if tfjs does not include it. */
async function backend(name) {
  if (name === 'wasm') {
    await script('/tfjs-wasm/tf-backend-wasm.es2017.min.js')
    window.tf.wasm.setWasmPaths('/tfjs-wasm/')
  }
  if (name === 'webgpu') await import('@tensorflow/tfjs-backend-webgpu')
  if (!(await tf.setBackend(name))) throw new Error(`tfjs cannot use ${name} here`)
  return tf.getBackend()
}

/** Upscales the file at `path` by 2 or 4 with the library's defaults, and PUTs the PNG to `to`. */
async function job(path, scale, to, options) {
  const picture = URL.createObjectURL(await (await fetch(path)).blob())
  upscalers[scale] ??= new Upscaler({
    model: { ...models[scale], path: `/thick/x${scale}/model.json` },
  })
  const start = performance.now()
  const png = await upscalers[scale].upscale(picture, options)
  const end = performance.now()
  URL.revokeObjectURL(picture)
  if (to) await fetch(to, { method: 'PUT', body: await (await fetch(png)).blob() })
  return { ms: end - start, since: end }
}

window.bench = { backend, job }
