import {
  createDarkroom,
  type Darkroom,
  type DarkroomOptions,
  type ProcessingRequest,
} from '../../src/index.ts'

const made = new Map<string, Darkroom>()

/** One Darkroom per set of options for a test file, so that sessions stay warm. Disposed after all tests. */
export function darkroomWith(options: DarkroomOptions = { provider: 'wasm' }): Darkroom {
  const key = JSON.stringify(options)
  const found = made.get(key) ?? createDarkroom({ persist: false, ...options })
  made.set(key, found)
  return found
}

/** Runs a request through the public API and fetches its result. */
export async function run(request: ProcessingRequest, options?: DarkroomOptions) {
  const record = await darkroomWith(options).run(request)
  const blob = await (await fetch(record.result_url as string)).blob()
  return { record, blob }
}
