/** The body of a response as text; empty where it is longer than `limit` bytes, which are never all in memory. */
export async function readText(response: Response, limit: number): Promise<string> {
  return (await readBlob(response, limit))?.text() ?? ''
}

/**
 * The body of a response, or undefined where it is longer than `limit` bytes: the rest is not read. Bytes are counted as they
 * are after decompression. `onBytes` is told of each part; `signal` ends the reading.
 */
export async function readBlob(
  { body, headers }: Response,
  limit: number,
  { onBytes, signal }: { onBytes?: (count: number) => void; signal?: AbortSignal } = {},
): Promise<Blob | undefined> {
  if (!body) return new Blob()
  if (Number(headers.get('Content-Length')) > limit) {
    await body.cancel()
    return undefined
  }
  let bytes = 0
  const limited = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      onBytes?.(chunk.byteLength)
      if (bytes > limit) controller.error(new Error(`longer than ${limit} bytes`))
      else controller.enqueue(chunk)
    },
  })
  try {
    const type = headers.get('Content-Type')
    const bounded = new Response(body.pipeThrough(limited, signal && { signal }), {
      headers: type ? { 'Content-Type': type } : {},
    })
    return await bounded.blob()
  } catch (error) {
    // Not told by the error: browsers put one of their own in its place.
    if (bytes > limit) return undefined
    throw error
  }
}
