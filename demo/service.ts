import { register, serveRequests } from '../src/http/service-worker.ts'
import type { Darkroom } from '../src/index.ts'
import { byId } from './dom.ts'

/** Built beside the page; the development server makes it when it is asked. */
const SCRIPT = './service-worker.js'

/** Lets this page answer what is sent to `/rest_api/`, from its console or anywhere on it. */
export async function serve(darkroom: Darkroom): Promise<void> {
  try {
    serveRequests(darkroom)
    await register(SCRIPT)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    byId('fetch-note').textContent = `This page cannot answer it here: ${why}`
  }
}
