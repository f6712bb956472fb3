import type { Darkroom } from 'darkroom-web'
import { register, serveRequests } from 'darkroom-web/service-worker'
import { byId } from './dom.ts'
import { messageOf } from './labels.ts'
import { texts } from './language/language.ts'

/** Built with the page; the development server builds it on request. */
const SCRIPT = './service-worker.js'

/** Lets this page answer requests for `/rest_api/`, for example from its console. */
export async function serveRestApi(darkroom: Darkroom): Promise<void> {
  try {
    serveRequests(darkroom)
    await register(SCRIPT)
  } catch (error) {
    byId('fetch-note').textContent = texts.json.noFetch(messageOf(error))
  }
}
