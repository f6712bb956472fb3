/** Builds the published package into `dist/`: ES modules with their assets, declarations, and a classic script. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { buildId } from './build/build-id.mjs'
import { publicFirst } from './build/public-first.mjs'
import { buildServiceWorker } from './build/service-worker.mjs'
import { buildScripts, buildWorker, root } from './build/worker.mjs'

const dist = `${root}dist`
const id = buildId(root)

const entries = {
  index: 'src/index.ts',
  'external-assets': 'src/external-assets.ts',
  storages: 'src/storages.ts',
  ckeditor: 'src/adapters/ckeditor.ts',
  filepond: 'src/adapters/filepond.ts',
  form: 'src/adapters/form.ts',
  react: 'src/adapters/react.ts',
  tinymce: 'src/adapters/tinymce.ts',
  uppy: 'src/adapters/uppy.ts',
}

/** `Symbol.dispose` is younger than the rest. */
const REFERENCES = '/// <reference lib="esnext.disposable" />\n'

rmSync(dist, { recursive: true, force: true })
// These are in one build, so that they share the class DarkroomError. Dynamic imports become chunks.
await buildScripts(dist, id, { input: entries, external: ['react'] })
await buildScripts(dist, id, { input: { handler: 'src/http/handler.ts' } })
await buildScripts(dist, id, { input: { 'service-worker': 'src/http/service-worker.ts' } })
await buildServiceWorker(dist)
await buildWorker(dist, id)
copyFileSync(`${root}src/schema.json`, `${dist}/schema.json`)
// The licences of the libraries in magick.wasm must be shipped with it.
copyFileSync(`${root}node_modules/@imagemagick/magick-wasm/NOTICE`, `${dist}/magick.NOTICE.txt`)
// Those of OpenEXR and TinyEXR are comments of the loader, which minification removes.
const exr = readFileSync(`${root}node_modules/three/examples/jsm/loaders/EXRLoader.js`, 'utf8')
writeFileSync(
  `${dist}/exr.NOTICE.txt`,
  `${readFileSync(`${root}node_modules/three/LICENSE`, 'utf8')}\n${exr.match(/^(\/\/.*\n|\n)+/m)?.[0]}`,
)
const declarations = `${dist}/declarations`
emitDeclarations()
for (const [name, input] of Object.entries(entries)) await buildTypes(name, input)
await buildTypes('service-worker', 'src/http/service-worker.ts')
rmSync(declarations, { recursive: true })

/** Once for all entries: the compiler takes seconds. */
function emitDeclarations() {
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--noCheck']
  const folders = ['--rootDir', root, '--outDir', declarations]
  const tsc = `${root}node_modules/typescript/bin/tsc`
  execFileSync(process.execPath, [tsc, '-p', `${root}src`, ...emit, ...folders], {
    stdio: 'inherit',
  })
}

/** Each entry's types are one file, since those of CommonJS must not import those of ES modules. */
async function buildTypes(name, input) {
  await build({
    cwd: root,
    input: { [name]: `${declarations}/${input.replace(/\.ts$/, '.d.ts')}` },
    treeshake: { moduleSideEffects: false },
    external: /^(onnxruntime-web|comlink|@jsquash|@uppy|react)/,
    checks: { pluginTimings: false },
    plugins: [dts({ dtsInput: true, emitDtsOnly: true, tsconfig: 'src/tsconfig.json' })],
    output: { dir: dist, format: 'es' },
  })
  const types = publicFirst(readFileSync(`${dist}/${name}.d.ts`, 'utf8'))
  for (const extension of ['d.ts', 'd.cts']) {
    writeFileSync(`${dist}/${name}.${extension}`, `${REFERENCES}${types}`)
  }
  // Node loads ES modules by require since 20.19.
  writeFileSync(`${dist}/${name}.cjs`, `module.exports = require('./${name}.js')\n`)
}
