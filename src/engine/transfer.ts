import * as Comlink from 'comlink'
import { DarkroomError, isDarkroomError } from '../errors.ts'

type Thrown = { value: unknown }
type Wire =
  | { code: DarkroomError['code']; message: string; path?: string; job?: string }
  | { message: string; name: string }

/** Comlink carries name, message and stack of an error; this carries what DarkroomError adds. Both sides register it. */
export function registerErrorTransfer(): void {
  const throwHandler = Comlink.transferHandlers.get('throw') as Comlink.TransferHandler<
    Thrown,
    Wire
  >
  Comlink.transferHandlers.set('throw', {
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
