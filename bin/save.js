import { renameSync, rmSync } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { differing, hashesOf, hashing } from './hashes.js'
import { storedAsHalf } from './store-half.js'

/**
 * Writes a stream to a file if its hash is right; otherwise leaves nothing behind. Weights are stored as fp16 where that
 * is safe, unless `keepFp32`.
 * @returns size and hashes of the file, and as `published` those of the stream.
 * @throws if the stream breaks off, or its hash differs.
 */
export async function save({ bytes, place, total }, file, { model, keepFp32, signal }) {
  const part = `${file}.${process.pid}.part`
  const seen = hashing()
  const through = [seen.pass, (chunks) => shown(chunks, total)]
  try {
    // A stream that opens the file itself may do so after the file was removed.
    const to = (await open(part, 'w')).createWriteStream()
    await pipeline(bytes, ...through, to, { signal }).catch((error) => {
      expectGoing(signal)
      throw new Error(`${place} broke off after ${seen.bytes()} bytes: ${error.message}`)
    })
    const published = seen.result()
    expectPublished(model, published, place)
    const halved = keepFp32 ? undefined : await halve(part, published.bytes)
    expectGoing(signal)
    renameSync(part, file)
    return { ...(halved ?? published), published }
  } finally {
    rmSync(part, { force: true })
  }
}

function expectGoing(signal) {
  if (signal.aborted) throw new Error('Stopped: nothing was kept')
}

function expectPublished(model, found, place) {
  const kind = differing(model, found)
  if (kind === undefined) return
  throw new Error(
    `Expected ${kind.toUpperCase()} ${model[kind]} of ${place} but received ${found[kind]}, ${found.bytes} bytes: nothing was kept`,
  )
}

/** The largest file that ONNX readers accept. */
const LARGEST = 2 ** 31 - 1

/** Rewrites a file with its weights as fp16. Returns size and hashes; undefined if the file stays as it is. */
async function halve(file, bytes) {
  const pieces = bytes <= LARGEST ? storedAsHalf(await readFile(file)) : undefined
  if (!pieces) return undefined
  await writeFile(file, pieces)
  return hashesOf(pieces)
}

/** Shows the progress of the download on a terminal. */
async function* shown(chunks, total) {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (process.stderr.isTTY) process.stderr.write(`\r${progress(bytes, total)}`)
    yield chunk
  }
  if (process.stderr.isTTY) process.stderr.write('\n')
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`
const progress = (bytes, total) =>
  total ? `${megabytes(bytes)} of ${megabytes(total)}` : megabytes(bytes)
