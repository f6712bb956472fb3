import { DarkroomError, isDarkroomError } from '../errors.ts'

type Thrown = { value: unknown }
type Plain = { message: string; name: string }
type Wire =
  | { code: DarkroomError['code']; message: string; path?: string; job?: string; cause?: Plain }
  | Plain

/** The part of Comlink's `TransferHandler` that is used: the contract must not depend on Comlink. */
interface TransferHandler {
  canHandle(value: unknown): value is unknown
  serialize(value: unknown): [unknown, Transferable[]]
  deserialize(value: unknown): unknown
}

/**
 * Comlink transfers the name, message and stack of an error; this adds the fields of DarkroomError. Both threads must
 * register it.
 * @param handlers Comlink's `transferHandlers`.
 */
export function registerErrorTransfer(handlers: Map<string, TransferHandler>): void {
  const throwHandler = handlers.get('throw') as TransferHandler
  handlers.set('throw', {
    canHandle: throwHandler.canHandle,
    serialize: ({ value }: Thrown): [Wire, Transferable[]] => [toWire(value), []],
    deserialize: (wire: Wire): never => {
      if (!('code' in wire)) throw toError(wire)
      const { code, message, cause } = wire
      throw new DarkroomError(code, message, { ...wire, cause: cause && toError(cause) })
    },
  })
}

function toWire(value: unknown): Wire {
  if (!isDarkroomError(value)) return toPlain(value)
  const { cause } = value
  return { ...value.toJSON(), ...(cause !== undefined && { cause: toPlain(cause) }) }
}

/** What was thrown may hold what cannot be sent to another thread. */
function toPlain(value: unknown): Plain {
  if (value instanceof Error) return { name: value.name, message: value.message }
  return { name: 'Error', message: String(value) }
}

const toError = ({ name, message }: Plain) => Object.assign(new Error(message), { name })
