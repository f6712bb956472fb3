import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/**
 * Writes a stream to a file, if it is what it should be; else nothing of it stays.
 * @returns its size and SHA-256.
 * @throws where it breaks off, or its hash differs.
 */
export async function save({ bytes, place, total }, file, model, signal) {
  const part = `${file}.${process.pid}.part`
  const seen = digest(total)
  try {
    await pipeline(bytes, seen.pass, createWriteStream(part), { signal }).catch((error) => {
      if (signal.aborted) throw new Error('Stopped: nothing was kept')
      throw new Error(`${place} broke off after ${seen.bytes()} bytes: ${error.message}`)
    })
    const found = seen.result()
    for (const kind of ['md5', 'sha256']) expectSame(kind, model, found, place)
    renameSync(part, file)
    return { bytes: found.bytes, sha256: found.sha256 }
  } finally {
    rmSync(part, { force: true })
  }
}

/** The SHA-256 of a file. */
export async function sha256Of(file) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

function expectSame(kind, model, found, place) {
  if (model[kind] === undefined || model[kind] === found[kind]) return
  throw new Error(
    `Expected ${kind.toUpperCase()} ${model[kind]} of ${place} but received ${found[kind]}, ${found.bytes} bytes: nothing was kept`,
  )
}

/** Counts and hashes what passes; says on a terminal how far it is. */
function digest(total) {
  const hashes = { md5: createHash('md5'), sha256: createHash('sha256') }
  let bytes = 0
  async function* pass(chunks) {
    for await (const chunk of chunks) {
      for (const hash of Object.values(hashes)) hash.update(chunk)
      bytes += chunk.length
      if (process.stderr.isTTY) process.stderr.write(`\r${progress(bytes, total)}`)
      yield chunk
    }
    if (process.stderr.isTTY) process.stderr.write('\n')
  }
  const result = () => ({
    bytes,
    md5: hashes.md5.digest('hex'),
    sha256: hashes.sha256.digest('hex'),
  })
  return { pass, result, bytes: () => bytes }
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`
const progress = (bytes, total) =>
  total ? `${megabytes(bytes)} of ${megabytes(total)}` : megabytes(bytes)
