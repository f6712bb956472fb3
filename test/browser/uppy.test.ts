import Uppy, { type UnknownPlugin, type UppyFile } from '@uppy/core'
import Tus, { type TusBody } from '@uppy/tus'
import { afterAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import { DarkroomPlugin, type DarkroomPluginOptions } from '../../src/adapters/uppy.ts'
import { createDarkroom } from '../../src/index.ts'
import { gradient, lined } from './pictures.ts'

const darkroom = createDarkroom({ persist: false, provider: 'wasm' })
afterAll(() => darkroom.dispose())
// Tus keeps its unfinished uploads there.
beforeEach(() => localStorage.clear())

const small = new File([await png(gradient(40, 30))], 'red dot.png', { type: 'image/png' })
const slow = new File([await png(lined(800, 600))], 'slow.png', { type: 'image/png' })
const broken = new File(['no image'], 'broken.jpg', { type: 'image/jpeg' })
const smaller = { width: 20, output_format: 'webp' } as const
const larger = { width: 30, output_format: 'webp' } as const
const endless = { width: '200%' } as const

type Meta = Record<string, unknown>
type Options = Partial<DarkroomPluginOptions>

/** `cut.at`: the offset at which the server cuts uploads. */
function uploader(options: Options, cut: { at?: number } = {}) {
  const uppy = new Uppy<Meta, TusBody>()
  uppy.use(DarkroomPlugin, { darkroom, request: smaller, ...options })
  uppy.use(Tus, {
    endpoint: inject('tusServer'),
    chunkSize: 50,
    retryDelays: [],
    headers: (): Record<string, string> => (cut.at ? { 'x-cut': String(cut.at) } : {}),
  })
  onTestFinished(() => uppy.destroy())
  const add = (data: File, meta: Meta = {}) =>
    uppy.addFile({ name: data.name, type: data.type, data, meta })
  const plugin = uppy.getPlugin('Darkroom') as UnknownPlugin<Meta, TusBody>
  return { uppy, add, plugin, cut }
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
const bytesAt = async (url: string | undefined) =>
  bytesOf(await (await fetch(`${url}?bytes`)).blob())
const stored = (file: UppyFile<Meta, TusBody> | undefined) => bytesAt(file?.uploadURL)

describe('Uppy', () => {
  it('uploads results, with their names, types and sizes', async () => {
    const { uppy, add } = uploader({ locale: { strings: { processing: 'Wird verkleinert' } } })
    const onProgress = vi.fn()
    uppy.on('preprocess-progress', (_, progress) => onProgress(progress))
    const before = URL.createObjectURL(small)
    const id = add(small, { by: 'me' })
    uppy.setFileState(id, { preview: before })
    add(slow)
    const result = await uppy.upload()
    expect(result?.failed).toEqual([])
    const [file] = uppy.getFiles()
    const expected = await bytesOf(await darkroom.toFile(small, smaller))
    expect(file).toMatchObject({
      name: 'red dot.webp',
      type: 'image/webp',
      extension: 'webp',
      size: expected.length,
      meta: { name: 'red dot.webp', type: 'image/webp', by: 'me' },
    })
    expect(file?.progress).not.toHaveProperty('preprocess')
    expect(await stored(file)).toEqual(expected)
    expect(onProgress).toHaveBeenCalledWith({
      ...{ mode: 'determinate', message: 'Wird verkleinert', value: 1 },
    })
    await expect(fetch(before)).rejects.toThrow()
    const preview = file?.preview as string
    expect((await fetch(preview)).ok).toBe(true)
    uppy.clear()
    await expect(fetch(preview)).rejects.toThrow()
    expect(await darkroom.jobs()).toEqual([])
  })

  it('gives a broken picture an error, and uploads the others', async () => {
    const { uppy, add } = uploader({})
    const onError = vi.fn()
    uppy.on('upload-error', (file, error) => onError(file?.name, error))
    add(broken)
    add(small)
    const result = await uppy.upload()
    expect(result?.successful?.map(({ name }) => name)).toEqual(['red dot.webp'])
    expect(result?.failed?.map(({ name }) => name)).toEqual(['broken.jpg'])
    expect(result?.failed?.[0]?.error).toMatch(/^Expected an image/)
    expect(result?.failed?.[0]?.uploadURL).toBeUndefined()
    const error = expect.objectContaining({ code: 'UNIDENTIFIED_IMAGE' })
    expect(onError.mock.calls).toEqual([['broken.jpg', error]])
  })

  it.each([
    ['removed', ({ uppy }: ReturnType<typeof uploader>, id: string) => uppy.removeFile(id)],
    ['cleared', ({ uppy }: ReturnType<typeof uploader>) => uppy.clear()],
    ['cancelled', ({ uppy }: ReturnType<typeof uploader>) => uppy.cancelAll()],
  ])('ends the job of a file that is %s', async (how, act) => {
    const one = uploader({ request: ({ size }) => (size === slow.size ? endless : smaller) })
    const failed = vi.fn()
    onTestFinished(darkroom.on('failed', failed))
    const id = one.add(slow)
    one.add(small)
    const onError = vi.fn()
    one.uppy.on('upload-error', onError)
    one.uppy.on('preprocess-progress', (file, progress) => {
      if (file?.id === id && progress.value) act(one, id)
    })
    // Uppy's own upload fails when it is cleared.
    const result = await one.uppy.upload().catch(() => undefined)
    const left = how === 'removed' ? ['red dot.webp'] : []
    if (how === 'removed') expect(result?.successful).toHaveLength(1)
    expect(one.uppy.getFiles().map(({ name }) => name)).toEqual(left)
    await expect.poll(() => failed.mock.calls[0]?.[0].error.code).toBe('ABORTED')
    expect(onError).not.toHaveBeenCalled()
  })

  it('does not upload the original of a job that was ended', async () => {
    const { uppy, add, plugin } = uploader({ request: endless })
    add(slow)
    uppy.once('preprocess-progress', () => setTimeout(() => uppy.removePlugin(plugin), 500))
    const result = await uppy.upload()
    expect(result?.failed?.map(({ name, uploadURL }) => [name, uploadURL])).toEqual([
      ['slow.png', undefined],
    ])
  })

  it('leaves a file for which there is no request', async () => {
    const { uppy, add } = uploader({ request: () => undefined })
    add(small)
    await uppy.upload()
    expect(uppy.getFiles()[0]?.name).toBe('red dot.png')
    expect(await stored(uppy.getFiles()[0])).toEqual(await bytesOf(small))
  })

  it('shows what a request throws at its file', async () => {
    const { uppy, add } = uploader({
      request: ({ name }) => {
        if (name === 'slow.png') throw new Error('Not this one')
        return smaller
      },
    })
    add(slow)
    add(small)
    const result = await uppy.upload()
    expect(result?.failed?.map(({ error }) => error)).toEqual(['Not this one'])
    expect(result?.successful).toHaveLength(1)
  })
})

describe('an upload by tus that breaks at half', () => {
  const half = async (data: Blob) => Math.floor(data.size / 2)

  async function brokenUpload(options: Options = {}) {
    const sent = options.request ? small : await darkroom.toFile(small, smaller)
    const one = uploader(options, { at: await half(sent) })
    const id = one.add(small)
    const result = await one.uppy.upload()
    expect(result?.failed).toHaveLength(1)
    const url = (one.uppy.getFile(id) as { tus?: { uploadUrl?: string } }).tus?.uploadUrl as string
    expect((await bytesAt(url)).length / sent.size).toBeGreaterThan(0.4)
    one.cut.at = 0
    return { ...one, id, url }
  }

  it('goes on with the same request', async () => {
    const { uppy, id, url } = await brokenUpload()
    await uppy.retryUpload(id)
    expect(uppy.getFile(id).uploadURL).toBe(url)
    const expected = await bytesOf(await darkroom.toFile(small, smaller))
    expect(await stored(uppy.getFile(id))).toEqual(expected)
  })

  it('begins anew with another request', async () => {
    const { uppy, id, plugin } = await brokenUpload()
    plugin.setOptions({ request: larger })
    await uppy.retryUpload(id)
    const expected = await bytesOf(await darkroom.toFile(small, larger))
    expect(await stored(uppy.getFile(id))).toEqual(expected)
    expect(uppy.getFile(id).name).toBe('red dot.webp')
  })

  it('begins anew with the original, if there is no request any more', async () => {
    const { uppy, id, plugin } = await brokenUpload()
    plugin.setOptions({ request: () => undefined })
    await uppy.retryUpload(id)
    expect(await stored(uppy.getFile(id))).toEqual(await bytesOf(small))
    expect(uppy.getFile(id)).toMatchObject({ name: 'red dot.png', type: 'image/png' })
  })

  it.each([
    ['another request', {}],
    ['none', { request: () => undefined }],
  ])('is not taken for one of a file that is picked again, after %s', async (_, options) => {
    const { uppy } = await brokenUpload(options)
    uppy.destroy()
    const next = uploader({ request: larger })
    const id = next.add(small)
    await next.uppy.upload()
    const expected = await bytesOf(await darkroom.toFile(small, larger))
    expect(await stored(next.uppy.getFile(id))).toEqual(expected)
  })
})
