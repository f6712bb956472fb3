/** The body of a response as text; empty where it is longer than `limit` bytes, which are never all in memory. */
export async function readText(response: Response, limit: number): Promise<string> {
  return (await readBlob(response, limit))?.text() ?? ''
}

/** The body of a response, or undefined where it is longer than `limit` bytes: the rest is not read. */
export async function readBlob(response: Response, limit: number): Promise<Blob | undefined> {
  const { body, headers } = response
  if (!body) return new Blob()
  const tooLong = new Error(`longer than ${limit} bytes`)
  if (Number(headers.get('Content-Length')) > limit) {
    await body.cancel()
    return undefined
  }
  try {
    return await new Response(body.pipeThrough(limited(limit, tooLong))).blob()
  } catch (error) {
    if (error === tooLong) return undefined
    throw error
  }
}

/** Fails with `tooLong` after `limit` bytes. */
function limited(limit: number, tooLong: Error): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > limit) controller.error(tooLong)
      else controller.enqueue(chunk)
    },
  })
}
