/**
 * What a worker posts beside its answers. `heartbeat`: its work goes on. `loading` and `loaded`: it waits for scripts, codecs,
 * models or the GPU driver, or does so no more. `retire`: it must not be used for another task. `starting` and
 * `started`: the runtime starts with threads, or has started. A worker that is silent between them for 15 seconds is ended.
 */
const workerSigns = ['heartbeat', 'loading', 'loaded', 'retire', 'starting', 'started'] as const
export type WorkerSign = (typeof workerSigns)[number]

export const isWorkerSign = (data: unknown): data is WorkerSign =>
  workerSigns.some((sign) => sign === data)
