import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

/** Hosts of static pages refuse files above 25 MiB. */
const LARGEST_FILE = 20 * 2 ** 20

/**
 * Emits the file of `import url from '<file>?url'` as an asset, and replaces the import by a `new URL` expression that
 * an application's bundler recognizes. A large file becomes several: their URLs are separated by newlines.
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
        const parts = partsOf(name, await readFile(file))
        for (const [fileName, source] of parts) this.emitFile({ type: 'asset', fileName, source })
        const urls = parts.map(([part]) => `new URL('./${part}', import.meta.url).href`)
        return `export default ${urls.join(" + '\\n' + ")}`
      },
    },
  }
}

/** A file by its name, or parts of it by names with numbers: `runtime.1.wasm`. */
function partsOf(name, bytes) {
  const count = Math.ceil(bytes.length / LARGEST_FILE)
  if (count === 1) return [[name, bytes]]
  const size = Math.ceil(bytes.length / count)
  return Array.from({ length: count }, (_, i) => [
    name.replace(/(?=\.\w+$)/, `.${i + 1}`),
    bytes.subarray(i * size, (i + 1) * size),
  ])
}

/** Names weights after their folder, because each file is called model.onnx or int8.onnx. */
const assetName = (file) =>
  basename(file)
    .replace(/^model(?=\.onnx$)/, basename(dirname(file)))
    .replace(/^int8(?=\.onnx$)/, `${basename(dirname(file))}-int8`)

/** Rewrites `new URL('<path to>/x.worker.ts', import.meta.url)` to `./x.worker.js`, and that of a page to `./x.htm`. */
export function workerBeside() {
  return {
    name: 'worker-beside',
    transform: {
      filter: { id: /\.ts$/, code: /\.worker\.ts|\.htm\?/ },
      handler: (code) => ({
        code: code
          .replace(/'[^'\n]*?([\w-]+\.worker)\.ts'/g, "'./$1.js'")
          .replace(/'[^'\n]*?([\w-]+\.htm\?[\w-]+)'/g, "'./$1'"),
      }),
    },
  }
}

/** Rewrites `import('<path to>/handler.ts')` to `./handler.js`, which is a separate entry. */
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
 * Removes the default asset URLs from the glue code of jSquash and onnxruntime-web. Darkroom always passes these URLs,
 * and an application's bundler would emit the defaults as assets. Also removes assignments to `import.meta.url`, which
 * webpack cannot parse.
 */
export function quietGlue() {
  return {
    name: 'quiet-glue',
    resolveId: {
      filter: { id: /\/webp_enc\.js$/ },
      // Replaces the branch without SIMD: Darkroom always passes the SIMD module.
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

/**
 * Ends the Huffman decoder of three.js where a damaged OpenEXR file has more samples than pixels: it goes on for ever
 * there, as the caller does not look at the result.
 */
export function boundedExr() {
  return {
    name: 'bounded-exr',
    transform: {
      filter: { id: /\/EXRLoader\.js$/ },
      handler(code) {
        const start = code.indexOf('function getCode(')
        const end = code.indexOf('getCodeReturn.c = c', start)
        const parts = code.slice(start, end).split('return false')
        if (parts.length !== 3) this.error('Expected two ends in getCode of EXRLoader.js')
        const ended = parts.join("throw new Error('more samples than pixels')")
        return { code: code.slice(0, start) + ended + code.slice(end) }
      },
    },
  }
}
