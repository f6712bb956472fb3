#!/usr/bin/env node
/** The command `darkroom-web`. */
import { parseArgs } from 'node:util'
import { assets } from './assets.js'
import { knownModels } from './known-models.js'
import { addModel } from './models.js'

const USAGE = `usage: darkroom-web assets --to <folder> [--without <part>]...
       darkroom-web models add <name> --to <folder> [--from <file or URL>] [--catalogue <file>]
                               [--keep-fp32]

  assets       copies the library, its worker, the wasm files and the weights into a folder that a
               server or a CDN serves: for pages without a bundler, and for bundlers that do not
               find workers (esbuild). Also copies darkroom-service-worker.js, which controls the
               pages below its own folder; a file at the top of the site that calls
               importScripts('/darkroom/darkroom-service-worker.js') controls all of them.
  models add   adds a bigger model to an application's own files: fetches and verifies it, stores
               its weights as fp16 where that is safe, and writes its card and its entry in the
               folder's models.json, whose URL is createDarkroom's option models.

  <name>       ${Object.keys(knownModels).join(', ')}
  --to         the folder, such as public/darkroom or public/models; created if it is missing
  --without    leaves a part out, which may be given again for others:
               magick    ImageMagick, and with it the libraries under the LGPL: formats that need it
                         are refused (docs/formats.md lists them)
               asyncify  the runtime for WebGPU in browsers without JSPI, 27 MB: they
                         compute on WebAssembly
               webgpu    all runtimes for WebGPU: every browser computes on WebAssembly
               a model, such as nsfw or deblur: requests that need it are refused
  --from       another source than the publisher, such as a file that was downloaded by hand; it is
               verified all the same
  --catalogue  a JSON file of further models by name: docs/people.md has its fields
  --keep-fp32  keeps the model as it was published
  --help       prints this`

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  without: { type: 'string', multiple: true },
  catalogue: { type: 'string' },
  'keep-fp32': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  console.log(values.help ? USAGE : await command(positionals, values))
} catch (error) {
  console.error(`darkroom-web: ${error.message}`)
  process.exitCode = 1
}

function command([name, ...rest], values) {
  if (name === 'models') return models(rest, values)
  if (name !== 'assets') {
    throw new Error(
      `Expected the command assets or models but received ${name ?? 'none'}\n\n${USAGE}`,
    )
  }
  nothingAfter('assets', rest)
  return assets(folder(values, 'public/darkroom'), values.without)
}

function models([verb, name, ...rest], values) {
  if (verb !== 'add') {
    throw new Error(`Expected models add but received models ${verb ?? ''}\n\n${USAGE}`)
  }
  nothingAfter('the name', rest)
  const { from, catalogue, 'keep-fp32': keepFp32 } = values
  return addModel(name, { to: folder(values, 'public/models'), from, catalogue, keepFp32 })
}

function nothingAfter(what, rest) {
  if (rest.length > 0)
    throw new Error(`Expected nothing after ${what} but received ${rest.join(' ')}`)
}

function folder({ to }, example) {
  if (!to) throw new Error(`Expected --to <folder>, such as --to ${example}`)
  return to
}
