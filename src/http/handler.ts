import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { Hono } from 'hono/tiny'
import { checkApiKey, type Keys } from './api-key.ts'
import type { Backend } from './backend.ts'
import { deleteResult, getFile, getMe, getResult, postProcess } from './endpoints.ts'
import { errorJson, errorResponse } from './error-response.ts'

export interface HandlerOptions {
  /** API keys that are accepted. Default: any. */
  keys?: Keys | undefined
}

/** Answers a request. Never rejects: errors are responses with JSON. */
export type Handler = (request: Request) => Promise<Response>

/** A Darkroom over HTTP: five endpoints under /rest_api/, and the files of complete jobs. */
export function createHandler(backend: Backend, { keys }: HandlerOptions = {}): Handler {
  const app = new Hono({ strict: false })
  const requireKey: MiddlewareHandler = async ({ req }, next) => {
    await checkApiKey(req.raw.headers, keys)
    await next()
  }
  app.use(allowAnyOrigin, allowIsolatedPages)
  app.post('/rest_api/process_result', requireKey, postProcess(backend, 'processResult'))
  app.post('/rest_api/process', requireKey, postProcess(backend, 'process'))
  app.get('/rest_api/result/:job', requireKey, getResult(backend))
  app.delete('/rest_api/result/:job', requireKey, deleteResult(backend))
  app.on(['GET', 'POST'], ['/rest_api/me'], requireKey, getMe(backend))
  app.get('/rest_api/files/:job/:name', getFile(backend))
  for (const [path, methods] of methodsByPath(app)) app.all(path, methodNotAllowed(methods))
  app.notFound(({ req }) => errorJson(404, 'NOT_FOUND', `There is no endpoint ${req.path}`))
  app.onError((error) => errorResponse(error))
  return async (request) => app.fetch(request)
}

const allowAnyOrigin = cors({
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

/** Without this header a cross-origin isolated page cannot show a result of another origin. */
const allowIsolatedPages: MiddlewareHandler = async (context, next) => {
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
  await next()
}

function methodsByPath({ routes }: Hono): Map<string, string[]> {
  const paths = new Set(routes.filter(isEndpoint).map(({ path }) => path))
  const methodsOf = (path: string) => routes.filter((route) => route.path === path)
  return new Map(
    [...paths].map((path) => [path, [...new Set(methodsOf(path).map(({ method }) => method))]]),
  )
}

/** Middleware is a route of all methods. */
const isEndpoint = ({ method }: { method: string }) => method !== 'ALL'

const methodNotAllowed =
  (methods: string[]): MiddlewareHandler =>
  async ({ req }) => {
    const head = methods.includes('GET') ? ['HEAD'] : []
    const message = `Expected ${methods.join(' or ')} for ${req.path} but received ${req.method}`
    return errorJson(405, 'BAD_REQUEST', message, {
      Allow: [...methods, ...head, 'OPTIONS'].join(', '),
    })
  }
