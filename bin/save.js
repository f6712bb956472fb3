import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { differing, hashesOf, hashing } from './hashes.js'
import { storedAsHalf } from './store-half.js'

/**
 * Writes a stream to a file and verifies it; on an error no file is left behind. Weights are stored as fp16 where
 * that is safe, unless `keepFp32`.
 * @returns the file's size and hashes, and those of the download as `published`.
 * @throws if the stream is interrupted or its hash differs.
 */
export async function save({ bytes, place, total }, file, { model, keepFp32, signal }) {
  const part = `${file}.${process.pid}.part`
  const seen = hashing()
  const through = [seen.pass, (chunks) => shown(chunks, total)]
  try {
    await pipeline(bytes, ...through, createWriteStream(part), { signal }).catch((error) => {
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

/** Rewrites a file with its weights as fp16. Returns size and hashes; undefined if it is unchanged. */
async function halve(file, bytes) {
  const pieces = bytes <= LARGEST ? storedAsHalf(await readFile(file)) : undefined
  if (!pieces) return undefined
  await writeFile(file, pieces)
  return hashesOf(pieces)
}

/** Shows the progress on a terminal. */
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
