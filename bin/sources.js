import { createReadStream, existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readJson } from './json.js'

/**
 * Opens a model at its source: its bytes as a stream, their number if known, and a name for the source.
 * @throws if it is missing.
 */
export function open(model, from, signal) {
  const place = from ?? model.from
  if (place === undefined && model.package) return openPackage(model)
  if (place === undefined) throw new Error('Expected --from <file or URL>: nobody publishes it')
  return /^https?:/i.test(place) ? openUrl(place, signal) : openFile(place)
}

async function openUrl(place, signal) {
  const response = await fetch(place, { signal }).catch((error) => {
    throw new Error(`${place} could not be fetched: ${error.cause?.message ?? error.message}
Where this machine does not reach it, fetch it elsewhere and give it as --from <file>`)
  })
  if (!response.ok || !response.body) throw new Error(`${place} answered HTTP ${response.status}`)
  // Content-Length counts compressed bytes.
  const packed = response.headers.has('Content-Encoding')
  const length = Number(response.headers.get('Content-Length'))
  return { place, bytes: response.body, ...(length > 0 && !packed && { total: length }) }
}

function openFile(place) {
  if (!statSync(place, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`Expected a file for --from but there is none: ${resolve(place)}`)
  }
  return { place: resolve(place), bytes: createReadStream(place), total: statSync(place).size }
}

/** A package with its files in pieces, and a resources.json that lists them. */
function openPackage({ package: name, part }) {
  const folder = join(installed(name), 'dist')
  const { chunks, size } = readJson(join(folder, 'resources.json'))[part] ?? {}
  if (!Array.isArray(chunks)) throw new Error(`Expected ${part} in ${folder}, but it is missing`)
  const files = chunks.map(({ hash }) => join(folder, hash))
  return { place: `${name}, ${part}`, bytes: joined(files), total: size }
}

/** The folder of an installed package. */
function installed(name) {
  for (let folder = resolve('.'); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(found)) return found
    if (folder === dirname(folder)) {
      throw new Error(
        `Expected ${name} to be installed here: mind its licence, then npm install ${name}`,
      )
    }
  }
}

async function* joined(files) {
  for (const file of files) yield* createReadStream(file)
}
