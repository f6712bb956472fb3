import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

/**
 * `import url from '<file>?url'` becomes a file in the output and the one expression by which an
 * application's bundler finds it there.
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

/** Weights are all called model.onnx, in a folder with the model's name. */
const assetName = (file) =>
  basename(file) === 'model.onnx' ? `${basename(dirname(file))}.onnx` : basename(file)

/** `new URL('<path to>/x.worker.ts', import.meta.url)` in the sources is `./x.worker.js` in the output. */
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

/** `import('<path to>/handler.ts')` in the sources is `./handler.js` in the output, an entry of its own. */
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
 * The glue of jSquash and onnxruntime-web names files beside itself, for when it is not told where they
 * are. It always is, so those names must not look like assets to an application's bundler; nor must it
 * assign to `import.meta.url`, which webpack cannot parse.
 */
export function quietGlue() {
  return {
    name: 'quiet-glue',
    resolveId: {
      filter: { id: /\/webp_enc\.js$/ },
      // Taken where SIMD is missing; but the module that it would be given is the SIMD one.
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
