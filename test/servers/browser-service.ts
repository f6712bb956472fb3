import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPage } from '../../scripts/page.mjs'
import type { Backend, BackendRecord, ResultFile } from '../../src/http/backend.ts'
import type { Account, Darkroom, DarkroomOptions } from '../../src/index.ts'
import { DarkroomError, type ErrorCode } from '../../src/shared/errors.ts'
import { openStorage, source } from './service-worker-site.ts'

declare const window: { darkroom: Darkroom }

type Method = 'processResult' | 'process' | 'result' | 'deleteResult' | 'me'
/** A file that the page can fetch at the path `deposit`. */
type Deposit = { deposit: string; name: string; type: string }
type Failure = { code: ErrorCode; message: string; path?: string; job?: string }
type Told<T> = { value: T } | { failure: Failure }

/** Runs a real Darkroom in headless Chromium as a service for the HTTP handler. Files cross by local HTTP requests. */
export async function openBrowserService(darkroom: DarkroomOptions = {}, storage?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-service-'))
  const files = new Map<string, string>()
  const { page, close } = await openPage({ darkroom: { provider: 'wasm', ...darkroom }, files })
  if (storage) await page.evaluate(withStorage(darkroom, storage))
  let deposits = 0

  const place = () => {
    const path = `/exchange/${++deposits}`
    const file = join(folder, String(deposits))
    files.set(path, file)
    return { path, file }
  }
  /** Replaces each file in a value by a deposit. */
  const deposit = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(deposit))
    if (!(value instanceof Blob)) return value
    const { path, file } = place()
    await writeFile(file, value.stream())
    return { deposit: path, name: value instanceof File ? value.name : '', type: value.type }
  }
  const call = async <T>(method: Method, argument?: unknown): Promise<T> =>
    unwrap((await page.evaluate(callInPage, [method, argument] as const)) as Told<T>)
  const submit = async (method: Method, request: object) => {
    const fields = Object.entries(request).map(async ([name, value]) => [
      name,
      await deposit(value),
    ])
    return call<BackendRecord>(method, Object.fromEntries(await Promise.all(fields)))
  }

  const service: Backend = {
    processResult: (request) => submit('processResult', request),
    process: (request) => submit('process', request),
    result: (job) => call<BackendRecord>('result', job),
    deleteResult: (job) => call<object>('deleteResult', job),
    me: () => call<Account>('me'),
    file: async (job, named): Promise<ResultFile> => {
      const { path, file } = place()
      const told = await page.evaluate(putFile, [job, path, named] as const)
      const { name, type } = unwrap(told as Told<{ name: string; type: string }>)
      return { name, blob: new Blob([await readFile(file)], { type }) }
    },
  }
  const end = async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { service, page, close: end }
}

/** Code that recreates the page's Darkroom with a storage, which cannot cross into a page as JSON. */
const withStorage = (darkroom: DarkroomOptions, name: string) => `(async () => {
  const { createDarkroom } = await import('${source('index.ts')}')
  const storages = {}
  ${openStorage(name)}
  window.darkroom.dispose()
  window.darkroom = createDarkroom({ storages, ...${JSON.stringify({ provider: 'wasm', ...darkroom })} })
})()`

function unwrap<T>(told: Told<T>): T {
  if ('value' in told) return told.value
  throw new DarkroomError(told.failure.code, told.failure.message, told.failure)
}

/** Runs in the page. Returns errors as values, because page.evaluate drops an error's code. */
async function callInPage([method, argument]: readonly [Method, unknown]) {
  const isDeposit = (value: unknown): value is Deposit =>
    typeof value === 'object' && value !== null && 'deposit' in value
  const collect = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(collect))
    if (!isDeposit(value)) return value
    const blob = await (await fetch(value.deposit)).blob()
    return new File([blob], value.name, { type: value.type })
  }
  const collectFields = async (request: object) => {
    const fields = Object.entries(request).map(async ([name, value]) => [
      name,
      await collect(value),
    ])
    return Object.fromEntries(await Promise.all(fields))
  }
  const ready =
    typeof argument === 'object' && argument !== null ? await collectFields(argument) : argument
  try {
    return { value: await window.darkroom[method](ready as never) }
  } catch (error) {
    return { failure: (error as { toJSON(): object }).toJSON() }
  }
}

async function putFile([job, path, named]: readonly [string, string, string | undefined]) {
  try {
    const { blob, name } = await window.darkroom.file(job, named)
    await fetch(path, { method: 'PUT', body: blob })
    return { value: { name, type: blob.type } }
  } catch (error) {
    return { failure: (error as { toJSON(): object }).toJSON() }
  }
}
