import { browserEnvironment, type Environment, MemoryStore } from '../../src/index.ts'

/** Something that goes wrong at its n-th occasion. */
export interface Fault {
  /** In words, for the name of the test. */
  name: string
  disturb(environment: Environment): Environment
}

/** True at the n-th call only. */
const at = (n: number) => {
  let count = 0
  return () => ++count === n
}

/** Calls `onMessage` for all that a worker says, before anyone else hears it. */
function overheard(start: () => Worker, onMessage: (worker: Worker) => void): () => Worker {
  return () => {
    const worker = start()
    worker.addEventListener('message', () => onMessage(worker))
    return worker
  }
}

/** The worker dies after its n-th message, as one does that the system ends. */
export function killedWorker(n: number): Fault {
  const now = at(n)
  return {
    name: `worker killed at message ${n}`,
    disturb: (environment) => ({
      ...environment,
      startWorker: overheard(environment.startWorker, (worker) => {
        if (!now()) return
        worker.terminate()
        worker.dispatchEvent(new ErrorEvent('error', { message: 'killed' }))
      }),
    }),
  }
}

interface Call {
  id: string
  path?: string[]
}

/** The worker answers its n-th run, so many milliseconds into it, that its GPU was lost. */
export function lostDevice(n: number, ms: number): Fault {
  const now = at(n)
  return {
    name: `device lost ${ms} ms into run ${n}`,
    disturb: (environment) => ({
      ...environment,
      startWorker: () => {
        const worker = environment.startWorker()
        const post = worker.postMessage.bind(worker)
        worker.postMessage = (message: Call, transfer: unknown) => {
          post(message, transfer as Transferable[])
          if (message.path?.[0] !== 'run' || !now()) return
          const value = { code: 'DEVICE_LOST', message: 'The GPU failed: a fault' }
          const data = { id: message.id, type: 'HANDLER', name: 'throw', value }
          setTimeout(() => worker.dispatchEvent(new MessageEvent('message', { data })), ms)
        }
        return worker
      },
    }),
  }
}

/** The disk is full at the n-th write and the two after it. */
export function fullDisk(n: number): Fault {
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

/** Every download breaks after so many bytes. */
export const cutNetwork = (bytes: number): Fault => ({
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

/** From its n-th reading on the clock is off by so much. */
export function jumpedClock(n: number, ms: number): Fault {
  let readings = 0
  return {
    name: `clock off by ${ms} ms at reading ${n}`,
    disturb: ({ clock, ...rest }) => ({
      ...rest,
      clock: { ...clock, now: () => clock.now() + (++readings >= n ? ms : 0) },
    }),
  }
}

/** The fault that a repeatable random number chooses. */
export function faultOf(next: () => number): Fault {
  const upTo = (most: number) => 1 + Math.floor(next() * most)
  const kinds = [
    () => killedWorker(upTo(20)),
    () => lostDevice(upTo(3), upTo(400)),
    () => fullDisk(upTo(8)),
    () => cutNetwork(upTo(3000)),
    () => jumpedClock(upTo(6), (next() - 0.5) * 1e10),
  ]
  return (kinds[Math.floor(next() * kinds.length)] as () => Fault)()
}

export const undisturbed = () => browserEnvironment({ persist: false })
