/** Builds the published package into `dist/`: ES modules with their assets, declarations, and a classic script. */
import { copyFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { minify, quotedUrls } from './build/minify.mjs'
import { assetFiles, handlerBeside, quietGlue, workerBeside } from './build/plugins.mjs'
import { buildServiceWorker } from './build/service-worker.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = `${root}dist`

const common = {
  cwd: root,
  platform: 'browser',
  resolve: {
    // Use the builds of onnxruntime-web with separate glue: otherwise its threads would start our worker script.
    conditionNames: ['onnxruntime-web-use-extern-wasm', 'import', 'browser', 'default'],
  },
  plugins: [workerBeside(), handlerBeside(), assetFiles(), quietGlue(), quotedUrls()],
  // Without the comment that names the source file before each module.
  experimental: { attachDebugInfo: 'none' },
}

/** Codec chunks get the name of their library as prefix, because several are called index, like our entry. */
const OURS = /workers\/codecs\//
const CODEC = /@(?:jsquash|imagemagick)\/([\w-]+)/

/** All files go into one folder, because URLs in a chunk are relative to it. */
const output = {
  dir: dist,
  format: 'es',
  entryFileNames: '[name].js',
  chunkFileNames: ({ name, moduleIds }) => {
    const codec = moduleIds
      .map((id) => (OURS.test(id) ? 'format' : CODEC.exec(id)?.[1]))
      .find(Boolean)
    return codec && !name.includes(codec) ? `${codec}_${name}.js` : '[name].js'
  },
  comments: { legal: true, annotation: true, jsdoc: false },
  minify,
}

rmSync(dist, { recursive: true, force: true })
// Both entries are in one build, so that they share the class DarkroomError. Dynamic imports become chunks.
await build({
  ...common,
  input: { index: 'src/index.ts', storages: 'src/storages.ts' },
  output,
})
await build({ ...common, input: { handler: 'src/http/handler.ts' }, output })
await build({ ...common, input: { 'service-worker': 'src/http/service-worker.ts' }, output })
await buildServiceWorker(dist)
await build({ ...common, input: { 'engine.worker': 'workers/engine.worker.ts' }, output })
// The licences of the libraries in magick.wasm must be shipped with it.
copyFileSync(`${root}node_modules/@imagemagick/magick-wasm/NOTICE`, `${dist}/magick.NOTICE.txt`)
await build({
  cwd: root,
  input: {
    index: 'src/index.ts',
    storages: 'src/storages.ts',
    'service-worker': 'src/http/service-worker.ts',
  },
  treeshake: { moduleSideEffects: false },
  external: /^(onnxruntime-web|comlink|@jsquash)/,
  checks: { pluginTimings: false },
  plugins: [dts({ emitDtsOnly: true, generator: 'tsgo' })],
  output: { dir: dist, format: 'es' },
})
