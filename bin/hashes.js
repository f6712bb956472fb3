import { createHash } from 'node:crypto'

const KINDS = ['md5', 'sha256']

/** Counts and hashes bytes as they pass through. */
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

/** The kind of hash by which a file differs from the publisher's; undefined if they are equal. */
export const differing = (model, found) =>
  KINDS.find((kind) => model[kind] !== undefined && model[kind] !== found[kind])

/** The publisher's hashes of a file, as text. */
export const stated = (model) =>
  KINDS.filter((kind) => model[kind] !== undefined)
    .map((kind) => `${kind === 'md5' ? 'MD5' : 'SHA-256'} \`${model[kind]}\``)
    .join(', ')
