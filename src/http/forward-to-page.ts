import { delay } from '../async/delay.ts'
import { errorJson } from './error-response.ts'
import { PageClient } from './page-client.ts'
import { toWireRequest, type WireResponse } from './protocol.ts'
import type { Clients, FetchEvent } from './worker-scope.ts'

/** A page that does not answer the connection in this time is skipped. */
const PAGE_TIMEOUT_MS = 2000

/** Statuses of responses that must not have a body (Fetch Standard). */
const NULL_BODY_STATUSES = [101, 204, 205, 304]

/** Lets an open page answer a request: the page that sent it, else the one focused last. */
export async function forwardToPage(
  { request, clientId }: FetchEvent,
  clients: Clients,
): Promise<Response> {
  const repeatable = request.method !== 'POST'
  const [wireRequest, pages] = await Promise.all([
    toWireRequest(request),
    connectToPages(clients, clientId),
  ])
  const settled = new AbortController()
  const deadline = delay(PAGE_TIMEOUT_MS, settled.signal).then(
    () => false as const,
    () => false as const,
  )
  let response: WireResponse | 'closed' | undefined
  try {
    for (const page of pages) {
      if (!(await page.accepts(deadline))) continue
      const received = await page.request(wireRequest, request.signal, clients)
      response = received ?? response ?? 'closed'
      if (!(response === 'closed' ? repeatable : await isUnknownJob(response))) break
    }
  } finally {
    settled.abort()
    for (const page of pages) page.close()
  }
  if (response === 'closed')
    return noPage('The page that worked on this was closed, or does not answer any more')
  return response ? toResponse(response) : noPage('There is no open page that answers')
}

async function connectToPages(clients: Clients, firstId: string): Promise<PageClient[]> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const sorted = [...pages].sort((a, b) => Number(b.id === firstId) - Number(a.id === firstId))
  return sorted.map((page) => new PageClient(page))
}

/** Whether this page does not know the job: another one may. */
async function isUnknownJob({ status, body }: WireResponse): Promise<boolean> {
  return status === 404 && /"code":\s*"NOT_FOUND"/.test((await body?.text()) ?? '')
}

function toResponse({ status, headers, body }: WireResponse): Response {
  return new Response(NULL_BODY_STATUSES.includes(status) ? null : body, { status, headers })
}

const noPage = (message: string) => errorJson(503, 'NO_PAGE', message)
