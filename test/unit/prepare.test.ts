import { expect, it } from 'vitest'
import type { ExecutionContext } from '../../src/execution/context.ts'
import { prepare } from '../../src/execution/prepare.ts'
import { defaultLimits } from '../../src/plan/limits.ts'
import { normalize } from '../../src/request/normalize.ts'
import { DarkroomError } from '../../src/shared/errors.ts'
import type { Metadata } from '../../src/shared/worker/api.ts'

const file = new Blob(['no image'])
const { request } = normalize({
  url: file,
  caption: { url: file },
  background: { remove: 'auto', replace: file },
})

type Read = (signal: AbortSignal) => Promise<Metadata>

/** Prepares a request whose images are read so. */
function prepareWith(readers: Record<string, Read>) {
  const engine = {
    metadata: (_: unknown, path: string, signal: AbortSignal) => (readers[path] as Read)(signal),
    demand: async () => ({ light: true, bytes: { small: 0, usual: 0, large: 0 } }),
  }
  const context = { engine, limits: defaultLimits, memoryBytes: 1e9, storages: {} }
  return prepare(request, context as unknown as ExecutionContext, new AbortController().signal)
}

const image: Read = async () => ({ info: { format: 'png', width: 10, height: 10 } })
const broken =
  (path: string): Read =>
  () =>
    Promise.reject(new DarkroomError('UNIDENTIFIED_IMAGE', 'Expected an image', { path }))

it('reads all images of a request', async () => {
  const { inputs } = await prepareWith({
    url: image,
    'caption.url': image,
    'background.replace': image,
  })
  expect(Object.keys(inputs).sort()).toEqual(['caption', 'replace', 'source'])
})

it('goes on with no image once the source has failed', async () => {
  let isAborted = false
  const reading: Read = (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        // As a worker, which takes a moment to notice.
        setTimeout(() => {
          isAborted = true
          reject(signal.reason)
        })
      })
    })
  const prepared = prepareWith({ url: broken('url'), 'caption.url': reading })
  await expect(prepared).rejects.toMatchObject({ path: 'url' })
  expect(isAborted).toBe(true)
})

it('tells what is wrong with the source, whichever image is read first', async () => {
  const late: Read = async (signal) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return broken('url')(signal)
  }
  const prepared = prepareWith({ url: late, 'caption.url': broken('caption.url') })
  await expect(prepared).rejects.toMatchObject({ path: 'url' })
})
