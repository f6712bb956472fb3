import { systemClock } from '../async/clock.ts'
import { refusal } from './error-response.ts'
import { PageClient } from './page-client.ts'
import { type WireResponse, wireRequest } from './protocol.ts'
import type { Clients, FetchEvent } from './worker-scope.ts'

/** A page that has not said in this time that it is there is passed over. */
const PATIENCE_MS = 2000

/** Statuses whose responses have no body, not even an empty one. */
const BODILESS = [101, 204, 205, 304]

/** Lets an open page answer: the one that asks, else the one that was used last. */
export async function route(
  { request, clientId }: FetchEvent,
  clients: Clients,
): Promise<Response> {
  const { signal } = request
  const repeatable = request.method !== 'POST'
  const [wire, pages] = await Promise.all([wireRequest(request), askAll(clients, clientId)])
  const answered = new AbortController()
  const deadline = systemClock.sleep(PATIENCE_MS, answered.signal).then(
    () => false as const,
    () => false as const,
  )
  let answer: WireResponse | 'closed' | undefined
  try {
    for (const page of pages) {
      if (!(await page.isHere(deadline))) continue
      answer = (await page.answer(wire, signal, clients)) ?? answer ?? 'closed'
      if (!(answer === 'closed' ? repeatable : await isUnknown(answer))) break
    }
  } finally {
    answered.abort()
    for (const page of pages) page.end()
  }
  if (answer === 'closed') return noPage('The page that worked on this was closed')
  return answer ? toResponse(answer) : noPage('There is no open page that answers')
}

async function askAll(clients: Clients, first: string): Promise<PageClient[]> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const inOrder = [...pages].sort((a, b) => Number(b.id === first) - Number(a.id === first))
  return inOrder.map((page) => new PageClient(page))
}

/** Whether the page does not know the job; another one may. */
async function isUnknown({ status, body }: WireResponse): Promise<boolean> {
  return status === 404 && /"code":\s*"NOT_FOUND"/.test((await body?.text()) ?? '')
}

function toResponse({ status, headers, body }: WireResponse): Response {
  return new Response(BODILESS.includes(status) ? null : body, { status, headers })
}

const noPage = (message: string) => refusal(503, 'NO_PAGE', message)
