/**
 * What a worker posts beside its answers. `heartbeat`: its work goes on. `loading` and `loaded`: it waits for scripts, codecs,
 * models or the GPU driver, or does so no more. `retire`: it must not be used for another task. `stuck`: the runtime does
 * not start with threads.
 */
const workerSigns = ['heartbeat', 'loading', 'loaded', 'retire', 'stuck'] as const
export type WorkerSign = (typeof workerSigns)[number]

export const isWorkerSign = (data: unknown): data is WorkerSign =>
  workerSigns.some((sign) => sign === data)
