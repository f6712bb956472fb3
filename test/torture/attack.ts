import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { openPage } from '../../scripts/page.mjs'
import type { Darkroom, DarkroomOptions } from '../../src/index.ts'
import { randomFrom } from '../mutate.ts'
import { newTally, type Tally, table } from './tally.ts'

declare const window: { darkroom: Darkroom }

type Opened = Awaited<ReturnType<typeof openPage>>

const ATTACKS = 12
/** `npm run torture -- <minutes>` sets the time for all attacks together. In a usual run each is done once. */
export const MS = (Number(process.env.TORTURE_MINUTES ?? 0) * 60_000) / ATTACKS
const SEED = Number(process.env.TORTURE_SEED ?? 20_261_122)
/** Jobs of one round. */
export const JOBS = 5
export const random = randomFrom(SEED)
export const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
export const base64 = (bytes: Uint8Array) => `base64,${Buffer.from(bytes).toString('base64')}`
export const base64Of = (path: string) => base64(readFileSync(path))

const tallies = new Map<string, Tally>()

/** A test that repeats one attack and expects no harm. */
export function attack(name: string, start: (tally: Tally) => Promise<void>): void {
  test(name, { timeout: MS + 300_000 }, async () => {
    const tally = newTally()
    tallies.set(name, tally)
    await start(tally)
    expect(tally.harm).toEqual([])
    expect(tally.jobs).toBeGreaterThan(0)
  })
}

/** The same in a page, which is closed then. */
export const attackPage = (
  name: string,
  start: (tally: Tally, page: Opened['page'], browser: Opened['browser']) => Promise<void>,
  options: DarkroomOptions = {},
): void =>
  attack(name, async (tally) => {
    const darkroom = { provider: 'wasm', persist: false, ...options } as const
    const { page, browser, close } = await openPage({ darkroom })
    try {
      await start(tally, page, browser)
    } finally {
      await close()
    }
  })

/** Prints what came of the attacks of a file. */
export function printTallies(): void {
  afterAll(() => console.log(`\nseed ${SEED}\n${table(tallies)}\n`))
}

/** Submits values in a page; returns `complete` or the code of each. Anything but a DarkroomError is harm. */
export const runAll = (values: unknown[]) =>
  Promise.all(
    values.map((value) =>
      window.darkroom.run(value as object).then(
        ({ job, status }) => window.darkroom.deleteResult(job).then(() => status),
        ({ name, code, message }) => (name === 'DarkroomError' ? code : `${name}: ${message}`),
      ),
    ),
  )
