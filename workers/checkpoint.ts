import { aborted } from '../src/shared/errors.ts'
import { beat } from './heartbeat.ts'

const { port1, port2 } = new MessageChannel()
const waiting: (() => void)[] = []
port1.onmessage = () => waiting.shift()?.()

/** Resolves in a later task: only then does the worker see an abort that was sent meanwhile. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve)
    port2.postMessage(null)
  })

/**
 * Lets messages from the page arrive.
 * @throws DarkroomError ABORTED once the signal is.
 */
export async function checkpoint(signal: AbortSignal): Promise<void> {
  beat()
  await nextTask()
  if (signal.aborted) throw aborted()
}
