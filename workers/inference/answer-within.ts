/** Short waits, as the time that the device sleeps does not count. */
const WAIT_MS = 500

export type Wait = (ms: number) => Promise<unknown>

const wait: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** What a GPU answers, which may never do so, and how long that took; undefined after `limitMs`. */
export async function answerWithin<T>(
  question: Promise<T>,
  limitMs: number,
  clock: Wait = wait,
): Promise<{ value: T; ms: number } | undefined> {
  const answered = question.then((value) => ({ value }))
  const start = performance.now()
  for (let ms = WAIT_MS; ms <= limitMs; ms += WAIT_MS) {
    const first = await Promise.race([answered, clock(WAIT_MS).then(() => undefined)])
    if (first) return { ...first, ms: Math.min(ms, performance.now() - start) }
  }
  // Nobody awaits it any more.
  answered.catch(() => undefined)
  return undefined
}
