import { expect, it } from 'vitest'
import type { Priority } from '../../src/shared/priority.ts'
import { RunLock } from '../../workers/run-lock.ts'

const runLock = new RunLock()
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** A run of some tiles, which logs its name at each. */
async function run(
  name: string,
  tiles: number,
  log: string[],
  priority?: Priority,
  stop?: AbortSignal,
) {
  const lock = runLock.for(priority, stop ?? new AbortController().signal)
  try {
    await lock.acquire()
    for (let i = 0; i < tiles; i++) {
      log.push(name)
      await nextTask()
      log.push(name)
      await lock.yield()
    }
  } finally {
    lock.release()
  }
}

it('a more urgent run goes on at the next checkpoint, and the other where it was', async () => {
  const log: string[] = []
  const slow = run('a', 3, log, 'background')
  const others = [
    run('b', 1, log, 'user-blocking'),
    run('c', 1, log),
    run('d', 1, log, 'background'),
  ]
  await Promise.all([slow, ...others])
  expect(log.join('')).toBe('aabbccaaaadd')
})

it('runs of one priority work in their order of arrival', async () => {
  const log: string[] = []
  await Promise.all([run('a', 2, log), run('b', 2, log), run('c', 1, log)])
  expect(log.join('')).toBe('aaaabbbbcc')
})

it('a run that fails or is aborted while it waits lets the others go on', async () => {
  const log: string[] = []
  const stop = new AbortController()
  const paused = run('a', 3, log, 'background', stop.signal)
  const urgent = run('b', 2, log, 'user-blocking')
  const waiting = run('c', 1, log)
  await nextTask()
  stop.abort()
  await expect(paused).rejects.toMatchObject({ code: 'ABORTED' })
  await Promise.all([urgent, waiting])
  expect(log.join('')).toBe('aabbbbcc')
})

it('acquire rejects if it is aborted', async () => {
  const holder = runLock.for(undefined, new AbortController().signal)
  await holder.acquire()
  await expect(runLock.for(undefined, AbortSignal.abort()).acquire()).rejects.toMatchObject({
    code: 'ABORTED',
  })
  holder.release()
})
