/**
 * What a worker posts beside its answers. `working`: its work goes on. `loading` and `loaded`: it waits for scripts, codecs,
 * models or the GPU driver, or does so no more. `terminate`: it must not be used for another task. `starting` and
 * `started`: the runtime starts with threads, or has started. A worker that is silent between them for 15 seconds is ended, and
 * so is one that is `stuck`: it has no memory for threads.
 */
const heartbeats = [
  'working',
  'loading',
  'loaded',
  'terminate',
  'starting',
  'started',
  'stuck',
] as const
export type Heartbeat = (typeof heartbeats)[number]

export const isHeartbeat = (data: unknown): data is Heartbeat =>
  heartbeats.some((each) => each === data)
