import { expect, it } from 'vitest'
import type { Clock } from '../../src/async/clock.ts'
import { type RetryPolicy, retry } from '../../src/async/retry.ts'

/** Gives these answers one after the other. Returns the last one that was taken, and the pauses. */
async function outcomeOf(answers: string[], ...policies: RetryPolicy<string>[]) {
  const slept: number[] = []
  const clock: Clock = { now: () => 0, sleep: async (ms) => void slept.push(ms) }
  const left = [...answers]
  const last = await retry(policies, { clock, signal: new AbortController().signal }, async () =>
    String(left.shift()),
  )
  return { last, slept, attempts: answers.length - left.length }
}

const on = (answer: string) => (outcome: string) => outcome.startsWith(answer)
const askedFor = (outcome: string) => Number(outcome.split(' ')[1] ?? 0)

it('repeats what a policy calls for, after its delays', async () => {
  const busy = { when: on('busy'), delays: [1, 2] }
  expect(await outcomeOf(['busy', 'done'], busy)).toEqual({ last: 'done', slept: [1], attempts: 2 })
  expect(await outcomeOf(['busy', 'busy', 'busy', 'done'], busy)).toMatchObject({
    last: 'busy',
    slept: [1, 2],
  })
  expect(await outcomeOf(['broken', 'done'], busy)).toMatchObject({ last: 'broken', slept: [] })
})

it('counts the attempts of each policy apart', async () => {
  const policies = [
    { when: on('busy'), delays: [1] },
    { when: on('lost'), delays: [0, 0] },
  ]
  const answers = ['lost', 'busy', 'lost', 'done']
  expect(await outcomeOf(answers, ...policies)).toEqual({ last: 'done', slept: [1], attempts: 4 })
})

it('waits as long as it is asked to, within limits', async () => {
  const busy = { when: on('busy'), delays: [10, 10, 10], asked: askedFor }
  expect((await outcomeOf(['busy 30', 'busy 5', 'done'], busy)).slept).toEqual([30, 10])
  const obeying = { ...busy, obeysShorter: true, longestMs: 20 }
  expect((await outcomeOf(['busy 5', 'busy 30', 'done'], obeying)).slept).toEqual([5])
  const brief = { ...busy, totalMs: 35 }
  expect((await outcomeOf(['busy 30', 'busy', 'done'], brief)).slept).toEqual([30])
})
