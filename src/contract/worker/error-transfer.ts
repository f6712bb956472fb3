import { DarkroomError, isDarkroomError } from '../errors.ts'

type Thrown = { value: unknown }
type Wire =
  | { code: DarkroomError['code']; message: string; path?: string; job?: string }
  | { message: string; name: string }

/** Comlink's `TransferHandler`, as far as it is used here: the contract knows no transport. */
interface TransferHandler {
  canHandle(value: unknown): value is unknown
  serialize(value: unknown): [unknown, Transferable[]]
  deserialize(value: unknown): unknown
}

/**
 * Comlink carries name, message and stack of an error; this carries what DarkroomError adds. Both threads register it.
 * @param handlers `transferHandlers` of Comlink.
 */
export function registerErrorTransfer(handlers: Map<string, TransferHandler>): void {
  const throwHandler = handlers.get('throw') as TransferHandler
  handlers.set('throw', {
    canHandle: throwHandler.canHandle,
    serialize: ({ value }: Thrown): [Wire, Transferable[]] => [toWire(value), []],
    deserialize: (wire: Wire): never => {
      if ('code' in wire) throw new DarkroomError(wire.code, wire.message, wire)
      throw Object.assign(new Error(wire.message), { name: wire.name })
    },
  })
}

function toWire(value: unknown): Wire {
  if (isDarkroomError(value)) return value.toJSON()
  if (value instanceof Error) return { name: value.name, message: value.message }
  return { name: 'Error', message: String(value) }
}
