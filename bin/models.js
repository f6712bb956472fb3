import { createReadStream, existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { card } from './card.js'
import { modelCalled } from './catalogue.js'
import { makeFolder } from './folders.js'
import { differing, hashesOf } from './hashes.js'
import { readJson, writeJson } from './json.js'
import { save } from './save.js'
import { open } from './sources.js'

/**
 * Adds a model, its card and its entry in `models.json` to a folder. Existing entries stay as they are, also that of
 * the model itself if its file is intact. Weights are stored as fp16 where that is safe, unless `keepFp32`. Returns
 * the text to print.
 */
export async function addModel(name, { to, from, catalogue, keepFp32 }) {
  const model = modelCalled(name, catalogue)
  const registry = join(to, 'models.json')
  const file = join(to, `${name}.onnx`)
  const had = readJson(registry, {})[name]
  if (had && existsSync(file) && (await isThere(file, { had, model, keepFp32 }))) {
    return `${name} is in ${resolve(to)} already: nothing was fetched`
  }
  const { place, published, ...saved } = await fetched(model, { to, from, file, keepFp32 })
  const entry = entryOf(name, model, saved)
  // Read again: it may have changed during the download.
  const entries = { ...readJson(registry, {}), [name]: entry }
  writeFileSync(join(to, `${name}.md`), card(name, model, entry, { place, published }))
  writeJson(registry, entries)
  return report(name, model, { entries, place, file, published })
}

/** Whether a file matches its entry and, with `keepFp32`, the published file. */
async function isThere(file, { had, model, keepFp32 }) {
  const found = await hashesOf(createReadStream(file))
  return found.sha256 === had.sha256 && !(keepFp32 && differing(model, found))
}

async function fetched(model, { to, from, file, keepFp32 }) {
  const stop = new AbortController()
  const stopped = () => stop.abort()
  const unmake = makeFolder(to)
  process.once('SIGINT', stopped)
  try {
    const source = await open(model, from, stop.signal)
    const saved = await save(source, file, { model, keepFp32, signal: stop.signal })
    return { place: source.place, ...saved }
  } catch (error) {
    unmake()
    throw error
  } finally {
    process.off('SIGINT', stopped)
  }
}

/** The entry for the option `models` of createDarkroom. */
function entryOf(name, { use, width, height, mean, deviation, stretched }, { sha256, bytes }) {
  const contract = { width, height, mean, deviation, ...(stretched && { stretched }) }
  return { use, url: `${name}.onnx`, sha256, bytes, ...contract }
}

const WHO = { background: 'remove: v2', human: 'remove: human', face: 'face_enhance' }

function report(name, { licence, use }, { entries, place, file, published }) {
  const { bytes, sha256 } = entries[name]
  const first = Object.keys(entries).find((other) => entries[other].use === use)
  const taken = first === name ? '' : `, but ${first} comes first in models.json and is taken`
  const whole = megabytes(published.bytes)
  const halved =
    bytes < published.bytes
      ? `\n  weights  stored as fp16: ${whole} became ${megabytes(bytes)}`
      : ''
  return `${name}: ${whole} from ${place}${halved}
  licence  ${licence}
  SHA-256  ${sha256}
is now ${resolve(file)}, for ${WHO[use]}${taken}
Give createDarkroom the URL of the folder's models.json: createDarkroom({ models: '/models/models.json' })`
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`
