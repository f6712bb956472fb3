/** The start of a file, and its parts: from memory as far as they are in it, as each slice of a Blob costs about a millisecond. */
export async function openHead(file: Blob, bytes: number) {
  const start = file.size <= bytes ? file : file.slice(0, bytes)
  const head = new Uint8Array(await start.arrayBuffer())
  return {
    head,
    part: (from: number, to = file.size): BlobPart =>
      to <= head.length ? head.subarray(from, to) : file.slice(from, to),
  }
}
