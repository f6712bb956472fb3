import { create, type FilePondOptions, registerPlugin } from 'filepond'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import { darkroomFilePond } from '../../src/adapters/filepond.ts'
import { createDarkroom, type Darkroom } from '../../src/index.ts'
import { gradient, lined } from './pictures.ts'

const darkroom = createDarkroom({ persist: false, provider: 'wasm' })
afterAll(() => darkroom.dispose())

const small = new File([await png(gradient(40, 30))], 'red dot.png', { type: 'image/png' })
const other = new File([await png(gradient(60, 30))], 'other.png', { type: 'image/png' })
const slow = new File([await png(lined(800, 600))], 'slow.png', { type: 'image/png' })
const broken = new File(['no image'], 'broken.jpg', { type: 'image/jpeg' })
const text = new File(['text'], 'a.txt', { type: 'text/plain' })

// FilePond's plugins hold for every field of the page.
const toFile = vi.fn<Darkroom['toFile']>(darkroom.toFile)
registerPlugin(
  darkroomFilePond({
    darkroom: { toFile: (...args) => toFile(...args) },
    request: (file) => {
      if (file === text) return undefined
      return file === slow ? { width: '200%' } : { width: 20, output_format: 'webp' }
    },
  }),
)

/** With what its types lack. */
type Options = FilePondOptions & { allowDarkroom?: boolean; allowMinimumUploadDuration?: boolean }

/** A field, and the names of what its server got. */
function field(options: Options = {}) {
  toFile.mockClear()
  const uploaded: File[] = []
  const onerror = vi.fn()
  const form = document.body.appendChild(document.createElement('form'))
  const input = form.appendChild(document.createElement('input'))
  input.type = 'file'
  input.name = 'picture'
  const all: Options = {
    allowMultiple: true,
    allowMinimumUploadDuration: false,
    server: {
      process: (_name, file, _metadata, load) => {
        uploaded.push(file as File)
        load(file.name)
        return { abort: () => undefined }
      },
    },
    onerror: (error, file) => onerror(file?.filename, error),
    ...options,
  }
  const pond = create(input, all)
  onTestFinished(() => {
    pond.destroy()
    form.remove()
  })
  return { pond, form, onerror, uploaded, names: () => uploaded.map(({ name }) => name) }
}

const until = <T>(value: () => T) => expect.poll(value, { timeout: 15_000, interval: 20 })
const failing = { code: 'UNIDENTIFIED_IMAGE' }

/** The codes of the jobs that failed from now on. */
function codes() {
  const failed: string[] = []
  onTestFinished(darkroom.on('failed', ({ error }) => failed.push(error.code)))
  return failed
}

describe('FilePond', () => {
  it('uploads results, each computed once, with progress', async () => {
    const onprogress = vi.fn()
    const { pond, uploaded, names } = field({
      onaddfileprogress: (file, progress) => onprogress(file.filename, progress),
    })
    await pond.addFiles([small, other])
    await until(names).toEqual(expect.arrayContaining(['red dot.webp', 'other.webp']))
    expect(toFile).toHaveBeenCalledTimes(2)
    for (const file of uploaded) {
      expect(file.type).toBe('image/webp')
      expect((await createImageBitmap(file)).width).toBe(20)
    }
    expect(onprogress).toHaveBeenCalledWith('red dot.png', 1)
    expect(await darkroom.jobs()).toEqual([])
  })

  it('shows the error of a broken picture, and uploads the others', async () => {
    const { pond, onerror, names } = field()
    const added = await Promise.allSettled([broken, small].map((file) => pond.addFile(file)))
    expect(added.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    await until(names).toEqual(['red dot.webp'])
    const cause = expect.objectContaining(failing)
    const sub = expect.stringMatching(/^Expected an image/)
    expect(onerror.mock.calls).toEqual([['broken.jpg', { main: 'Error during load', sub, cause }]])
    expect(pond.getFiles().map(({ filename }) => filename)).toContain('broken.jpg')
  })

  it('does not upload a broken picture that the application asks for, and tries again', async () => {
    const { pond, onerror, names } = field({ instantUpload: false, maxParallelUploads: 1 })
    await Promise.allSettled([broken, small].map((file) => pond.addFile(file)))
    const [first] = pond.getFiles().filter(({ filename }) => filename === 'broken.jpg')
    await expect(pond.processFile(first?.id)).rejects.toMatchObject({ error: { cause: failing } })
    expect(toFile).toHaveBeenCalledTimes(3)
    await until(() => onerror.mock.lastCall?.[1]).toMatchObject({ type: 'error', cause: failing })
    await expect(pond.processFiles()).rejects.toMatchObject({ error: { cause: failing } })
    await until(names).toEqual(['red dot.webp'])
    toFile.mockImplementationOnce(async () => other)
    await pond.processFile(first?.id)
    expect(names()).toEqual(['red dot.webp', 'other.png'])
  })

  it.each([
    [
      'removed',
      ({ pond }: ReturnType<typeof field>) =>
        pond.removeFile(pond.getFiles().find(({ filename }) => filename === slow.name)),
    ],
    ['destroyed with its field', ({ pond }: ReturnType<typeof field>) => pond.destroy()],
  ])('ends the job of a file that is %s', async (how, act) => {
    const failed = codes()
    const onprogress = vi.fn()
    const one = field({
      onaddfileprogress: (file, progress) =>
        file?.filename === slow.name && progress && onprogress(),
    })
    void one.pond.addFile(slow).catch(() => undefined)
    if (how === 'removed') void one.pond.addFile(small)
    await until(() => onprogress.mock.calls.length).toBeGreaterThan(0)
    act(one)
    await until(() => failed).toEqual(['ABORTED'])
    if (how === 'removed') await until(one.names).toEqual(['red dot.webp'])
    else expect(one.names()).toEqual([])
    expect(one.onerror).not.toHaveBeenCalled()
  })

  it('ends a job with the upload that waits for it', async () => {
    toFile.mockRejectedValueOnce(new Error('Not now'))
    const onprogress = vi.fn()
    const { pond, names } = field({
      instantUpload: false,
      onprocessfileprogress: (_, progress) => progress && onprogress(),
    })
    await pond.addFile(slow).catch(() => undefined)
    const failed = codes()
    const [file] = pond.getFiles()
    void pond.processFile(file?.id).catch(() => undefined)
    await until(() => onprogress.mock.calls.length).toBeGreaterThan(0)
    await file?.abortProcessing()
    await until(() => failed).toEqual(['ABORTED'])
    toFile.mockImplementationOnce(async () => small)
    await pond.processFile(file?.id)
    expect(names()).toEqual(['red dot.png'])
  })

  it('puts results into a form, and nothing of a broken picture', async () => {
    const { pond, form } = field({ server: null as never, storeAsFile: true })
    await Promise.allSettled([broken, small].map((file) => pond.addFile(file)))
    const sent = () => (new FormData(form).getAll('picture') as File[]).map(({ name }) => name)
    await until(sent).toEqual(expect.arrayContaining(['red dot.webp']))
    expect(sent()).not.toContain('broken.jpg')
  })

  it('leaves a file for which there is no request, and a field that does not allow it', async () => {
    const { pond, names } = field()
    const without = field({ allowDarkroom: false })
    await Promise.all([pond.addFile(text), without.pond.addFile(small)])
    await until(names).toEqual(['a.txt'])
    await until(without.names).toEqual(['red dot.png'])
    expect(toFile).not.toHaveBeenCalled()
  })
})
