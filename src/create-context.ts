import { ObjectUrls } from './async/object-urls.ts'
import { noPageSessions, pageSessions } from './async/page-sessions.ts'
import { Semaphore } from './async/semaphore.ts'
import { EngineClient } from './engine/client.ts'
import { jobBytes, memoryBytes, workerCache } from './engine/device-memory.ts'
import { WorkerPool } from './engine/pool.ts'
import { browserEnvironment, DEFAULT_DATABASE } from './environment.ts'
import type { Environment, JobContext } from './jobs/context.ts'
import { JobRepository } from './jobs/repository.ts'
import type { DarkroomOptions } from './options.ts'
import { defaultLimits } from './plan/limits.ts'
import { isConfigured, type RemoteOptions } from './remote/connection.ts'
import { build } from './shared/build.ts'
import { priorities } from './shared/priority.ts'
import { createSourceProxy } from './sources/proxy.ts'

/**
 * Jobs of each priority that may open their sources while all workers are busy: no worker waits for a download, and light
 * jobs are found behind others.
 */
const AHEAD = 8

/** Requests sent to the remote service at once. */
const UPLOADS = 4

/** Read on each use: the page may fill in `baseUrl` later. */
function remotePlace(remote: RemoteOptions | undefined, { fetch, clock }: Environment) {
  if (!remote) return {}
  const place = { connection: { remote, fetch, clock }, uploads: new Semaphore(UPLOADS) }
  return {
    get remote() {
      return isConfigured(remote) ? place : undefined
    },
  }
}

export const workersOf = ({ workers = 1 }: DarkroomOptions) => Math.max(1, Math.floor(workers))

/** What the options stand for. `given`: parts of the environment that take the place of the browser's. */
export function createContext(
  options: DarkroomOptions,
  given: Partial<Environment>,
  closed: AbortSignal,
  emit: JobContext['emit'],
): JobContext {
  const environment = { ...browserEnvironment(options), ...given }
  const { provider = 'auto', precision, postscript, svg, models } = options
  const workers = workersOf(options)
  const cache = workerCache(options.cache, workers, environment.cacheFromMs)
  const settings = {
    provider,
    ...(precision && { precision }),
    ...(postscript && { postscript }),
    ...(svg && { svg }),
    ...(models && { models }),
    ...(cache && { cache }),
  }
  const limits = { ...defaultLimits, ...options.limits }
  const pool = new WorkerPool(workers, settings, environment.startWorker, memoryBytes())
  const slotsOfPriority = workers + AHEAD
  const database = options.database ?? DEFAULT_DATABASE
  const repository = new JobRepository(environment, options.quota?.bytes)
  return {
    database,
    environment,
    execution: Object.assign(remotePlace(options.remote, environment), {
      engine: new EngineClient(pool, limits, environment),
      limits,
      memoryBytes: jobBytes(options.memory),
      fetch: environment.fetch,
      storages: options.storages ?? {},
      svgFrame: environment.svgFrame?.(),
      hasSvgRenderer: svg !== undefined,
      proxy: createSourceProxy(options.sources),
    }),
    repository,
    pageSessions: repository.inMemory ? noPageSessions : pageSessions(database, closed),
    urls: new ObjectUrls(),
    slots: new Semaphore(slotsOfPriority * priorities.length),
    slotsOfPriority,
    jobs: new Map(),
    // The application's own models may change under their names.
    madeBy: models ? undefined : JSON.stringify([build, provider, precision, postscript, svg]),
    deleted: new Set(),
    webhooks: Object.values(options.account?.webhooks ?? {}),
    closed,
    emit,
  }
}
