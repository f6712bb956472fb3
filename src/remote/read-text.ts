/** The body of a response as text; empty where it is longer than `limit` bytes, which are never all in memory. */
export async function readText(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of chunks(response)) {
    bytes += chunk.byteLength
    if (bytes > limit) return ''
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Not the stream's own iterator: Safari has none. */
async function* chunks({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}
