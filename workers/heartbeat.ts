import type { Heartbeat } from '../src/shared/worker/heartbeat.ts'

/** More of them than this tell the page nothing. */
const INTERVAL_MS = 500

let post: (heartbeat: Heartbeat) => void = () => {}
let lastBeat = Number.NEGATIVE_INFINITY
let loads = 0

/** Sets where heartbeats go. */
export function sendHeartbeats(to: (heartbeat: Heartbeat) => void): void {
  post = to
}

/** Tells the page that the work goes on: it ends a worker that is silent for longer than its work may take. */
export function beat(): void {
  const now = performance.now()
  if (now - lastBeat < INTERVAL_MS) return
  lastBeat = now
  post('working')
}

/** Waits for what is loaded; the page does not count that as work on the image. */
export async function loading<T>(load: () => Promise<T>): Promise<T> {
  if (loads++ === 0) post('loading')
  try {
    return await load()
  } finally {
    if (--loads === 0) post('loaded')
  }
}

/** Tells the page to terminate this worker after its task. */
export const requestTermination = (): void => post('terminate')

/** Tells the page that the runtime starts with threads, and heartbeats come until it has, or that it cannot. */
export const starting = (): void => post('starting')
export const started = (): void => post('started')
export const stuck = (): void => post('stuck')
