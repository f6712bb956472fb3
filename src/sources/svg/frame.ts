import { AwakeTimer } from '../../async/awake-timer.ts'
import { nextTask } from '../../async/next-task.ts'
import { Semaphore } from '../../async/semaphore.ts'
import { aborted, DarkroomError } from '../../shared/errors.ts'

/** A frame that says nothing for so long is ended. */
const SILENCE_MS = 5_000
/** How long a frame that the browser says to have loaded may take until its script tells so; one that is forbidden never does. */
const READY_MS = 1_000
const PROBE_MS = 200
/** Where none opens, the next drawings do not wait for one. */
const RETRY_MS = 60_000

/** What a frame answers in parts, before its last message. */
type OnPart = (part: Uint8ClampedArray) => void

interface Message {
  part?: Uint8ClampedArray
  value?: unknown
  error?: string
}

/** A frame that answers what src/sources/svg/svg-frame.htm knows. */
export interface Frame {
  /** @throws DarkroomError TIMEOUT or ABORTED; another Error is the frame's. */
  ask<T>(name: 'spin' | 'parse' | 'draw', argument: unknown, onPart?: OnPart): Promise<T>
}

/** One after another: frames may share a process, and one would be silent for what another draws. */
const turns = new Semaphore(1)
/** Whether this browser's frames run beside the page: found out by the first. */
let isBeside: boolean | undefined
/** When to try again where none opened. */
let retryAt = 0

/**
 * Calls `use` with a frame in a process of its own, which is ended afterwards.
 * @returns what `use` does, or undefined where there is no such frame.
 */
export async function withFrame<T>(
  url: string | undefined,
  signal: AbortSignal,
  use: (frame: Frame) => Promise<T>,
): Promise<T | undefined> {
  if (url === undefined || typeof document === 'undefined' || !document.documentElement) return
  return turns.run([], signal, async () => {
    if (isBeside === false || performance.now() < retryAt) return
    const element = document.createElement('iframe')
    try {
      if (!(await opened(element, url))) {
        retryAt = performance.now() + RETRY_MS
        return
      }
      const frame = frameOf(element, signal)
      isBeside ??= await runsBeside(frame)
      return isBeside ? await use(frame) : undefined
    } finally {
      element.remove()
    }
  })
}

function opened(element: HTMLIFrameElement, url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isReady: boolean) => {
      timer.stop()
      removeEventListener('message', onMessage)
      resolve(isReady)
    }
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source === element.contentWindow && data === 'ready') settle(true)
    }
    const timer = new AwakeTimer(SILENCE_MS, () => settle(false))
    addEventListener('message', onMessage)
    element.addEventListener('load', () => timer.reset(READY_MS))
    element.setAttribute('sandbox', 'allow-scripts')
    element.hidden = true
    element.src = url
    ;(document.body ?? document.documentElement).append(element)
  })
}

const frameOf = ({ contentWindow }: HTMLIFrameElement, signal: AbortSignal): Frame => ({
  ask: <T>(name: string, argument: unknown, onPart: OnPart = () => {}) =>
    new Promise<T>((resolve, reject) => {
      const settle = (end: () => void) => {
        timer.stop()
        removeEventListener('message', onMessage)
        signal.removeEventListener('abort', onAbort)
        end()
      }
      const onMessage = ({ source, data }: MessageEvent<Message>) => {
        if (source !== contentWindow) return
        timer.reset(SILENCE_MS)
        if (data.part) onPart(data.part)
        if (data.error !== undefined) settle(() => reject(new Error(data.error)))
        if ('value' in data) settle(() => resolve(data.value as T))
      }
      const onAbort = () => settle(() => reject(aborted(signal.reason)))
      const timer = new AwakeTimer(SILENCE_MS, () => settle(() => reject(silent())))
      addEventListener('message', onMessage)
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) onAbort()
      else contentWindow?.postMessage([name, argument], '*')
    }),
})

const silent = () =>
  new DarkroomError('TIMEOUT', `The SVG was not drawn: nothing came for ${SILENCE_MS / 1000} s`)

/** The page goes on while the frame spins, if they do not share a thread. */
async function runsBeside(frame: Frame): Promise<boolean> {
  const times: number[] = []
  let isOver = false
  const count = async () => {
    for (; !isOver; await nextTask()) times.push(Date.now())
  }
  void count()
  const [start, end] = await frame.ask<[number, number]>('spin', PROBE_MS).finally(() => {
    isOver = true
  })
  // The clocks of processes may differ by some milliseconds.
  return times.some((time) => time > start + 20 && time < end - 20)
}
