import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import type { Darkroom } from '../../src/darkroom.ts'
import { startBundledWorker } from '../../src/engine/bundled-worker.ts'
import type {
  DarkroomOptions,
  JobProgress,
  ProcessingRequest,
  RunOptions,
} from '../../src/index.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { build } from '../../src/shared/build.ts'
import { environmentOf } from './environment.ts'
import { gradient } from './pictures.ts'

type Start = () => Worker

const opened: Darkroom[] = []
afterAll(() => {
  for (const darkroom of opened) darkroom.dispose()
})

/** Opens a Darkroom whose workers are started by these functions, and by `startBundledWorker` beyond. */
function open(options: DarkroomOptions = {}, ...starts: Start[]) {
  const started: Worker[] = []
  const startOne = () => {
    const worker = (starts.shift() ?? startBundledWorker)()
    started.push(worker)
    return worker
  }
  const darkroom = new LazyDarkroom(
    { provider: 'wasm', cache: false, ...options },
    environmentOf({ startWorker: startOne }),
  )
  opened.push(darkroom)
  return { darkroom, started }
}

/** A tile for a network, which takes some time. */
const smallHeavy = {
  url: await png(gradient(40, 30)),
  width: '200%',
  upscale_parameters: { mode: 'faithful' },
  output_format: 'png',
} satisfies ProcessingRequest
/** Four views for another network first: after each, a more urgent job may go on. */
const heavy = {
  ...smallHeavy,
  url: await png(gradient(80, 60)),
  enhancements: ['denoise'],
  denoise_parameters: { type: 'v2' },
} satisfies ProcessingRequest
/** The headers of other jobs are read long before this one ends, on a busy machine too. */
const longer = { ...heavy, url: await png(gradient(240, 180)) } satisfies ProcessingRequest
const light = { url: await png(gradient(40, 30)), width: 20 } as const

/** A Darkroom whose workers have started: on a busy machine that takes longer than some tiles. */
const warm = open()
beforeAll(() => Promise.all([warm.darkroom.run(heavy), warm.darkroom.run(light)]))

/** Runs jobs, and lists their names in the order in which they end. */
class Race {
  readonly darkroom: Darkroom
  readonly ended: string[] = []
  readonly progress = new Map<string, JobProgress[]>()

  constructor({ darkroom } = warm) {
    this.darkroom = darkroom
  }

  async run(name: string, request: ProcessingRequest, options: RunOptions = {}) {
    const seen: JobProgress[] = []
    this.progress.set(name, seen)
    const onProgress = (progress: JobProgress) => seen.push(progress)
    try {
      return await this.darkroom.run(request, { onProgress, ...options })
    } finally {
      this.ended.push(name)
    }
  }

  /** Resolves when a network has answered for the first view or tile of a job. */
  async working(name: string) {
    const isWorking = () =>
      this.progress.get(name)?.some(({ operation, ratio }) => operation !== 'decode' && ratio > 0)
    while (!isWorking()) await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Keeps the worker for networks busy until it is stopped. */
async function occupy(race: Race) {
  const controller = new AbortController()
  const { signal } = controller
  const runs = Array.from({ length: 8 }, (_, i) => race.run(`heavy ${i}`, heavy, { signal }))
  const ended = Promise.allSettled(runs)
  await race.working('heavy 0')
  return {
    stop() {
      controller.abort()
      return ended
    },
  }
}

const bytesOf = async ({ blob }: { blob: Blob }) => new Uint8Array(await blob.arrayBuffer()).join()
const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)

/** Starts a worker that takes its settings and never answers after that, like one whose decoder hangs. */
const hanging = () => {
  const code = `onmessage = ({ data: { id, path } }) => {
    if (path[0] !== 'configure') for (;;);
    postMessage({ id, type: 'RAW', value: ${JSON.stringify(build)} })
  }`
  return new Worker(URL.createObjectURL(new Blob([code])))
}

const faulty = (name: string) => () =>
  new Worker(new URL('../faults/faulty.worker.ts', import.meta.url), { type: 'module', name })

describe('light jobs', () => {
  it('do not wait behind networks, however many', async () => {
    const race = new Race()
    const networks = await occupy(race)
    await race.run('light', light)
    expect(race.ended).toEqual(['light'])
    expect(warm.started).toHaveLength(2)
    await networks.stop()
  })

  it('need no second worker while the first is idle', async () => {
    const { darkroom, started } = open()
    await darkroom.run(light)
    await darkroom.run(smallHeavy)
    await darkroom.run(light)
    expect(started).toHaveLength(1)
  })

  it('need no onnxruntime in their worker', async () => {
    const race = new Race(open({}, startBundledWorker, faulty('no onnxruntime')))
    const networks = await occupy(race)
    const record = await race.run('light', light)
    expect([record.status, codes(record), record.details.provider]).toEqual(['complete', [], null])
    // What needs it finds that it is missing there, and goes on in another worker.
    expect(codes(await race.run('nsfw', { ...light, safe: true }))).toEqual(['NETWORK'])
    await networks.stop()
  })

  it('do no harm to networks when they fail', async () => {
    const race = new Race(open({ limits: { decodeSeconds: 1 } }, startBundledWorker, hanging))
    const network = race.run('heavy', heavy)
    await race.working('heavy')
    await expect(race.run('light', light)).rejects.toMatchObject({ code: 'TIMEOUT', path: 'url' })
    const [record, other] = await Promise.all([network, race.run('again', light)])
    expect([...codes(record), ...codes(other)]).toEqual([])
  })
})

describe('priorities', () => {
  it('what is more urgent overtakes between tiles, and nothing is done twice', async () => {
    const alone = await bytesOf(await warm.darkroom.run(longer))
    const race = new Race()
    const batch = race.run('batch', longer, { priority: 'background' })
    await race.working('batch')
    await race.run('urgent', smallHeavy, { priority: 'user-blocking' })
    expect(race.ended).toEqual(['urgent'])
    const record = await batch
    expect(await bytesOf(record)).toBe(alone)
    expect(codes(record)).toEqual([])
    const ratios = race.progress.get('batch')?.map(({ step, ratio }) => step + ratio) ?? []
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
  })

  it('jobs of one priority run in their order of arrival', async () => {
    const race = new Race()
    const first = race.run('1 background', longer, { priority: 'background' })
    await race.working('1 background')
    const others = [
      race.run('2 background', smallHeavy, { priority: 'background' }),
      race.run('3 visible', smallHeavy),
      race.run('4 visible', smallHeavy),
      race.run('5 blocking', smallHeavy, { priority: 'user-blocking' }),
    ]
    await Promise.all([first, ...others])
    expect(race.ended).toEqual([
      '5 blocking',
      '3 visible',
      '4 visible',
      '1 background',
      '2 background',
    ])
  })

  it('the abort of a job that is paused, and that of the urgent one, harm no other', async () => {
    const race = new Race()
    const [stop, urgentStop] = [new AbortController(), new AbortController()]
    const batch = race.run('batch', heavy, { priority: 'background' })
    await race.working('batch')
    const urgent = race.run('urgent', heavy, {
      priority: 'user-blocking',
      signal: urgentStop.signal,
    })
    await race.working('urgent')
    urgentStop.abort()
    await expect(urgent).rejects.toMatchObject({ code: 'ABORTED' })
    const second = race.run('second', heavy, { signal: stop.signal })
    await race.working('second')
    const third = race.run('third', smallHeavy, { priority: 'user-blocking' })
    stop.abort()
    await expect(second).rejects.toMatchObject({ code: 'ABORTED' })
    expect(codes(await third)).toEqual([])
    expect(codes(await batch)).toEqual([])
    expect(warm.started).toHaveLength(2)
  })

  it('a worker that fails for the urgent job does not count against the one that is paused', async () => {
    const race = new Race(open({}, faulty('an encoder that fails on its own')))
    const batch = race.run('batch', heavy, { priority: 'background' })
    await race.working('batch')
    const urgent = { ...smallHeavy, output_format: 'jpeg' } as const
    const record = await race.run('urgent', urgent, { priority: 'user-blocking' })
    expect([codes(record), codes(await batch)]).toEqual([['INTERNAL'], []])
  })

  it('an unknown priority is refused', async () => {
    const priority = 'high' as 'background'
    await expect(warm.darkroom.run(light, { priority })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      path: 'priority',
    })
  })
})
