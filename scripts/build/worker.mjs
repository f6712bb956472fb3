/** Builds scripts of the published package with rolldown. */
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { formatsEntry, librariesByUrl } from './libraries.mjs'
import { minify, quotedUrls, withoutPureMarks } from './minify.mjs'
import { assetFiles, boundedExr, handlerBeside, quietGlue, workerBeside } from './plugins.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The parts of the worker that most jobs do not need. All are above 4 kB: Vite would inline them otherwise. None loads
 * another: a bundler copies them under names of its own, which the worker's script alone is told.
 */
const libraries = {
  'ort.wasm': 'onnxruntime-web/wasm',
  'ort.jspi': 'onnxruntime-web/jspi',
  'ort.webgpu': 'onnxruntime-web/webgpu',
  gpu: 'workers/inference/gpu/index.ts',
  'damage-weights': 'workers/evidence/damage-weights.json',
  'custom-models': 'workers/inference/custom-models-schema.ts',
  document: 'workers/operations/document/paper.ts',
  subject: 'workers/operations/subject/find-subject.ts',
  svg: 'workers/svg/index.ts',
  magick: 'workers/codecs/magick/parts.ts',
  sha256: '@aws-crypto/sha256-js',
  exr: 'workers/codecs/formats/exr/decode.ts',
  avif_dec: '@jsquash/avif/decode.js',
  avif_enc: '@jsquash/avif/codec/enc/avif_enc.js',
  webp_dec: '@jsquash/webp/decode.js',
  webp_enc: '@jsquash/webp/encode.js',
}

const plugins = [
  workerBeside(),
  handlerBeside(),
  assetFiles(),
  quietGlue(),
  boundedExr(),
  quotedUrls(),
]

/**
 * Builds ES modules into a folder. All files go into it side by side, because URLs in a chunk are relative to it.
 * @param options of rolldown, with `input`.
 * @param id names the build; a page and its workers must have the same. Default: the version.
 */
export const buildScripts = (dir, id, { output, plugins: more = [], ...options }) =>
  build({
    cwd: root,
    platform: 'browser',
    resolve: {
      // Use the builds of onnxruntime-web with separate glue: otherwise its threads would start our worker script.
      conditionNames: ['onnxruntime-web-use-extern-wasm', 'import', 'browser', 'default'],
    },
    plugins: [...plugins, ...more],
    ...(id && { transform: { define: { DARKROOM_BUILD: JSON.stringify(id) } } }),
    // Without the comment that names the source file before each module.
    experimental: { attachDebugInfo: 'none' },
    output: {
      dir,
      format: 'es',
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      comments: { legal: true, annotation: true, jsdoc: false },
      minify,
      ...output,
    },
    ...options,
  })

/**
 * The worker is one script, and each of its parts another. Chunks would import from the entry what they share with it,
 * and Vite's development server would then run the entry twice, under two URLs.
 */
export async function buildWorker(dir, id) {
  const formats = new Map()
  const script = (name, input, ...plugins) =>
    buildScripts(dir, id, {
      input: { [name]: input },
      plugins: [withoutPureMarks(), ...plugins],
      output: { codeSplitting: false },
    })
  const byUrl = librariesByUrl(root, libraries, formats)
  await script('engine.worker', 'workers/engine.worker.ts', byUrl)
  copyFileSync(`${root}src/sources/svg/svg-frame.htm`, `${dir}/svg-frame.htm`)
  await script('formats', 'formats', formatsEntry(formats))
  for (const [name, input] of Object.entries(libraries)) await script(name, input)
}
