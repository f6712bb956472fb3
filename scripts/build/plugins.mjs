import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

/**
 * Turns `import url from '<file>?url'` into a file of the output and an expression by which an application's bundler
 * finds it there.
 */
export function assetFiles() {
  const sources = new Map()
  return {
    name: 'asset-files',
    resolveId: {
      filter: { id: /\?url$/ },
      async handler(id, importer) {
        const file = await this.resolve(id.slice(0, -'?url'.length), importer)
        return file && `${file.id}?url`
      },
    },
    load: {
      filter: { id: /\?url$/ },
      async handler(id) {
        const file = id.slice(0, -'?url'.length)
        const name = assetName(file)
        if ((sources.get(name) ?? file) !== file) {
          this.error(
            `Expected one file named ${name}, but there are ${sources.get(name)} and ${file}`,
          )
        }
        sources.set(name, file)
        this.emitFile({ type: 'asset', fileName: name, source: await readFile(file) })
        return `export default new URL('./${name}', import.meta.url).href`
      },
    },
  }
}

/** All weights are called model.onnx: the folder has the model's name. */
const assetName = (file) =>
  basename(file) === 'model.onnx' ? `${basename(dirname(file))}.onnx` : basename(file)

/** Turns `new URL('<path to>/x.worker.ts', import.meta.url)` into `./x.worker.js`. */
export function workerBeside() {
  return {
    name: 'worker-beside',
    transform: {
      filter: { id: /\.ts$/, code: '.worker.ts' },
      handler: (code) => ({
        code: code.replace(/'[^'\n]*?([\w-]+\.worker)\.ts'/g, "'./$1.js'"),
      }),
    },
  }
}

/** Turns `import('<path to>/handler.ts')` into `./handler.js`, an entry of its own. */
export function handlerBeside() {
  return {
    name: 'handler-beside',
    resolveId: {
      filter: { id: /\/handler\.ts$/ },
      handler: (_id, _importer, { kind }) =>
        kind === 'dynamic-import' ? { id: './handler.js', external: true } : undefined,
    },
  }
}

/**
 * The glue of jSquash and onnxruntime-web has default URLs for the files beside it. Darkroom always passes these URLs,
 * so an application's bundler must not take the defaults for assets. Nor may the glue assign to `import.meta.url`,
 * which webpack cannot parse.
 */
export function quietGlue() {
  return {
    name: 'quiet-glue',
    resolveId: {
      filter: { id: /\/webp_enc\.js$/ },
      // The branch without SIMD: the module that Darkroom passes is the SIMD one.
      handler: (_, importer) => `${dirname(importer)}/codec/enc/webp_enc_simd.js`,
    },
    transform: {
      filter: { id: /node_modules\/(@jsquash|onnxruntime-web)\/.*js$/ },
      handler: (code) => ({
        code: code
          .replace(/if\s*\(import\.meta\.url\s*===\s*undefined\)\s*\{[^{}]*\}/g, '')
          .replace(/new \w+\((["'])[\w.]+\.(wasm|mjs)\1,\s*import\.meta\.url\)/g, 'self.location')
          .replaceAll('import.meta.url', 'self.location.href'),
      }),
    },
  }
}
