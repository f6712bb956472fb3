import { startBundledWorker } from '../../src/engine/bundled-worker.ts'
import { browserEnvironment } from '../../src/environment.ts'
import type { Environment } from '../../src/jobs/context.ts'
import { MemoryStore } from '../../src/jobs/job-store.ts'

/** A fault that occurs once, at a given point of a run. */
export interface Fault {
  /** Description for the test title. */
  name: string
  disturb(environment: Environment): Environment
}

/** Returns a function that is true only at its n-th call. */
const at = (n: number) => {
  let count = 0
  return () => ++count === n
}

/** A call as sent by Comlink. The first port among the arguments of `run` is the one for progress. */
interface Call {
  id: string
  path?: string[]
  argumentList?: { value: unknown }[]
}

/** Wraps `start`: each progress message of a worker calls `onProgress`, with the run's id, before it is passed on. */
function interceptProgress(start: () => Worker, onProgress: (worker: Worker, run: string) => void) {
  return () => {
    const worker = start()
    const post = worker.postMessage.bind(worker)
    worker.postMessage = (call: Call, transfer: unknown) => {
      const ports = transfer as Transferable[]
      if (call.path?.[0] !== 'run') return post(call, ports)
      const progress = call.argumentList?.find(({ value }) => value instanceof MessagePort)
      if (!progress) throw new Error('A run was sent without a port for progress')
      const page = progress.value as MessagePort
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => {
        onProgress(worker, call.id)
        page.postMessage(data)
      }
      page.onmessage = ({ data }) => port1.postMessage(data)
      progress.value = port2
      post(call, [...ports.filter((port) => port !== page), port2])
    }
    return worker
  }
}

/** Kills the worker at the n-th progress message, like the operating system. */
function killedWorker(n: number): Fault {
  const now = at(n)
  return {
    name: `worker killed at progress ${n}`,
    disturb: (environment) => ({
      ...environment,
      startWorker: interceptProgress(environment.startWorker, (worker) => {
        if (!now()) return
        worker.terminate()
        worker.dispatchEvent(new ErrorEvent('error', { message: 'killed' }))
      }),
    }),
  }
}

/** Fails a run at the n-th progress message with DEVICE_LOST. */
function lostDevice(n: number): Fault {
  const now = at(n)
  return {
    name: `device lost at progress ${n}`,
    disturb: (environment) => ({
      ...environment,
      startWorker: interceptProgress(environment.startWorker, (worker, id) => {
        if (!now()) return
        const value = { code: 'DEVICE_LOST', message: 'The GPU failed: a fault' }
        const data = { id, type: 'HANDLER', name: 'throw', value }
        worker.dispatchEvent(new MessageEvent('message', { data }))
      }),
    }),
  }
}

/** Reports a full disk at the n-th write and the next two. */
function fullDisk(n: number): Fault {
  let writes = 0
  const write = () => {
    writes++
    if (writes < n || writes > n + 2) return
    throw new DOMException('The disk is full', 'QuotaExceededError')
  }
  class FullStore extends MemoryStore {
    override async add(...args: Parameters<MemoryStore['add']>) {
      write()
      return super.add(...args)
    }
    override async update(...args: Parameters<MemoryStore['update']>) {
      write()
      return super.update(...args)
    }
    override async putFile(...args: Parameters<MemoryStore['putFile']>) {
      write()
      return super.putFile(...args)
    }
  }
  return {
    name: `disk full at write ${n}`,
    disturb: (environment) => ({ ...environment, store: new FullStore() }),
  }
}

/** Breaks every download after `bytes` bytes. */
const cutNetwork = (bytes: number): Fault => ({
  name: `network cut at byte ${bytes}`,
  disturb: (environment) => ({
    ...environment,
    fetch: async (...args) => {
      const response = await environment.fetch(...args)
      return new Response(response.body?.pipeThrough(cutAfter(bytes)), response)
    },
  }),
})

function cutAfter(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left))
      left -= chunk.length
      if (left < 0) controller.error(new TypeError('network error'))
    },
  })
}

/** Sets the clock off by `ms` from its n-th reading on. */
function jumpedClock(n: number, ms: number): Fault {
  let readings = 0
  return {
    name: `clock off by ${ms} ms at reading ${n}`,
    disturb: ({ clock, ...rest }) => ({
      ...rest,
      clock: { ...clock, now: () => clock.now() + (++readings >= n ? ms : 0) },
    }),
  }
}

/** Chooses a fault with seeded random numbers. */
export function faultOf(next: () => number): Fault {
  const upTo = (most: number) => 1 + Math.floor(next() * most)
  const kinds = [
    () => killedWorker(upTo(20)),
    () => lostDevice(upTo(20)),
    () => fullDisk(upTo(8)),
    () => cutNetwork(upTo(3000)),
    () => jumpedClock(upTo(6), (next() - 0.5) * 1e10),
  ]
  return (kinds[Math.floor(next() * kinds.length)] as () => Fault)()
}

export const undisturbed = () => ({
  ...browserEnvironment({ persist: false }),
  startWorker: startBundledWorker,
})

/** The first worker, or several, have a fault of faulty.ts. */
export function withFaultyWorker(name: string, workers = 1): Environment {
  const environment = undisturbed()
  const faulty = () =>
    new Worker(new URL('./faulty.worker.ts', import.meta.url), { type: 'module', name })
  const starts = Array(workers).fill(faulty)
  const startWorker = () => (starts.pop() ?? environment.startWorker)()
  return { ...environment, startWorker }
}
