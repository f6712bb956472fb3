import { createHash } from 'node:crypto'

const KINDS = ['md5', 'sha256']

/** Counts and hashes bytes while they pass. */
export function hashing() {
  const hashes = KINDS.map((kind) => createHash(kind))
  let bytes = 0
  async function* pass(chunks) {
    for await (const chunk of chunks) {
      for (const hash of hashes) hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const result = () => ({ bytes, ...digests(hashes) })
  return { pass, result, bytes: () => bytes }
}

const digests = (hashes) =>
  Object.fromEntries(hashes.map((hash, i) => [KINDS[i], hash.digest('hex')]))

/** Size, MD5 and SHA-256 of chunks of bytes, such as a stream. */
export async function hashesOf(chunks) {
  const { pass, result } = hashing()
  for await (const _ of pass(chunks));
  return result()
}

/** The kind of hash in which a file differs from what its publisher states; undefined where it is that file. */
export const differing = (model, found) =>
  KINDS.find((kind) => model[kind] !== undefined && model[kind] !== found[kind])

/** What the publisher states of a file, to be read. */
export const stated = (model) =>
  KINDS.filter((kind) => model[kind] !== undefined)
    .map((kind) => `${kind === 'md5' ? 'MD5' : 'SHA-256'} \`${model[kind]}\``)
    .join(', ')
