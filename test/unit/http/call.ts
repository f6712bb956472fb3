import { createHandler, type HandlerOptions } from '../../../src/http/handler.ts'
import { memoryService } from './memory-service.ts'

export const ORIGIN = 'https://darkroom.example'
export const PNG = 'base64,iVBORw0KGgo='

interface Call extends Omit<RequestInit, 'headers'> {
  headers?: Record<string, string>
  json?: unknown
}

/** Creates a handler over an in-memory service, and functions that call it with a key. */
export function open(options: HandlerOptions = {}) {
  const memory = memoryService()
  const handle = createHandler(memory.service, options)
  const call = (path: string, { json, headers = {}, ...init }: Call = {}) => {
    const all = new Headers({ 'x-api-key': 'k' })
    if (json !== undefined) all.set('Content-Type', 'application/json')
    for (const [name, value] of Object.entries(headers)) all.set(name, value)
    const body = json !== undefined && { method: 'POST', body: JSON.stringify(json) }
    return handle(new Request(ORIGIN + path, { ...body, ...init, headers: all }))
  }
  /** Returns the status and the JSON of the response. */
  const ask = async (path: string, init?: Call) => {
    const response = await call(path, init)
    return { status: response.status, body: await response.json() }
  }
  return { ...memory, handle, call, ask }
}
