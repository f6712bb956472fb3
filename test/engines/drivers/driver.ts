/** A browser that is driven. */
export interface Engine {
  name: string
  version: string
  tab: Tab
  close(): Promise<void>
}

/** Its only tab. */
interface Tab {
  /** Opens a URL and waits until it is loaded. */
  open(url: string): Promise<void>
  /** Calls a function in the page, which uses nothing outside itself. What it takes and returns is JSON. */
  run<A, R>(task: (argument: A) => R | Promise<R>, argument: A): Promise<R>
}

/** The longest that a call in the page may take, in milliseconds. */
export const CALL_MS = 240_000

/** Source of a function without arguments that answers with JSON: `{ value }` or `{ error }`. */
export const answering = (task: (argument: never) => unknown, argument: unknown): string =>
  `async () => {
    try {
      return JSON.stringify({ value: await (${task})(${JSON.stringify(argument)}) })
    } catch (error) {
      return JSON.stringify({ error: String(error?.message ?? error) })
    }
  }`

export function answerOf<R>(json: unknown): R {
  if (typeof json !== 'string')
    throw new Error(`Expected an answer of the page but received ${json}`)
  const { value, error } = JSON.parse(json)
  if (error !== undefined) throw new Error(error)
  return value
}
