import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { Hono } from 'hono/tiny'
import type { Backend } from './backend.ts'
import { type Endpoint, endpointsOf } from './endpoints.ts'
import { errorResponse, refusal } from './error-response.ts'
import { checkKey, type Keys } from './keys.ts'

export interface HandlerOptions {
  /** The keys that are good; any by default. */
  keys?: Keys | undefined
}

/** Answers a request. Never rejects: whatever is wrong is a response with JSON. */
export type Handler = (request: Request) => Promise<Response>

/** The service over HTTP: five endpoints under /rest_api/, and the files of complete jobs. */
export function createHandler(service: Backend, { keys }: HandlerOptions = {}): Handler {
  const app = new Hono({ strict: false })
  const withKey: MiddlewareHandler = async ({ req }, next) => {
    await checkKey(req.raw.headers, keys)
    await next()
  }
  app.use(forEveryone, forIsolatedPages)
  const endpoints = endpointsOf(service)
  for (const { path, methods, open, answer } of endpoints) {
    app.on(methods, [path], ...(open ? [] : [withKey]), answer)
  }
  for (const { path } of endpoints) app.all(path, notAllowed(methodsOf(path, endpoints)))
  app.notFound(({ req }) => refusal(404, 'NOT_FOUND', `There is no endpoint ${req.path}`))
  app.onError((error) => errorResponse(error))
  return async (request) => app.fetch(request)
}

const forEveryone = cors({
  allowMethods: ['GET', 'HEAD', 'POST', 'DELETE'],
  exposeHeaders: [
    'Content-Length',
    'Content-Range',
    'Content-Disposition',
    'Accept-Ranges',
    'Retry-After',
  ],
  maxAge: 86_400,
})

/** Without this a cross-origin isolated page could not show a result of another origin. */
const forIsolatedPages: MiddlewareHandler = async (context, next) => {
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
  await next()
}

const methodsOf = (path: string, endpoints: Endpoint[]) =>
  endpoints.filter((endpoint) => endpoint.path === path).flatMap(({ methods }) => methods)

const notAllowed =
  (methods: string[]): MiddlewareHandler =>
  async ({ req }) => {
    const head = methods.includes('GET') ? ['HEAD'] : []
    const message = `Expected ${methods.join(' or ')} for ${req.path} but received ${req.method}`
    return refusal(405, 'BAD_REQUEST', message, {
      Allow: [...methods, ...head, 'OPTIONS'].join(', '),
    })
  }
