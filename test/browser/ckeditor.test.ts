import { Command, type EditorConfig, Plugin } from '@ckeditor/ckeditor5-core'
import { ClassicEditor } from '@ckeditor/ckeditor5-editor-classic'
import { Essentials } from '@ckeditor/ckeditor5-essentials'
import { Image, ImageToolbar, ImageUpload } from '@ckeditor/ckeditor5-image'
import { Paragraph } from '@ckeditor/ckeditor5-paragraph'
import { ButtonView, Notification } from '@ckeditor/ckeditor5-ui'
import { Base64UploadAdapter, FileRepository } from '@ckeditor/ckeditor5-upload'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import { createDarkroomPlugin, type DarkroomConfig } from '../../src/adapters/ckeditor.ts'
import { createDarkroom, type Darkroom } from '../../src/index.ts'
import { gradient, lined } from './pictures.ts'

const darkroom = createDarkroom({ persist: false, provider: 'wasm' })
afterAll(() => darkroom.dispose())

const small = new File([await png(gradient(40, 30))], 'red dot.png', { type: 'image/png' })
const other = new File([await png(gradient(60, 30))], 'other.png', { type: 'image/png' })
const slow = new File([await png(lined(800, 600))], 'slow.png', { type: 'image/png' })
const broken = new File(['no image'], 'broken.jpg', { type: 'image/jpeg' })

const toFile = vi.fn<Darkroom['toFile']>(darkroom.toFile)
const spied: Pick<Darkroom, 'toFile'> = { toFile: (...args) => toFile(...args) }
beforeEach(() => void toFile.mockClear())

const DarkroomImages = createDarkroomPlugin({ Plugin, Command, ButtonView, FileRepository })

const actions = {
  halve: { label: 'Halve', request: { width: '50%', output_format: 'webp' } },
  enlarge: { label: 'Enlarge', icon: '<svg viewBox="0 0 1 1"></svg>', request: { width: '200%' } },
} as const

type Upload = NonNullable<DarkroomConfig['upload']>

/** An editor, what its server got, and its warnings. */
async function edit(options: Partial<DarkroomConfig> = {}, more: EditorConfig = {}) {
  const uploaded: { file: File; url: string }[] = []
  const upload = vi.fn<Upload>(async (file, { onProgress }) => {
    onProgress(1)
    const url = `/demo/parrots.jpg?${encodeURIComponent(file.name)}`
    uploaded.push({ file, url })
    return url
  })
  const request = { width: 20, output_format: 'webp' } as const
  const element = document.body.appendChild(document.createElement('div'))
  const config: EditorConfig & { darkroom: DarkroomConfig } = {
    attachTo: element,
    licenseKey: 'GPL',
    plugins: [Essentials, Paragraph, Image, ImageUpload, ImageToolbar, DarkroomImages],
    toolbar: ['halve', 'enlarge', 'undo'],
    image: { toolbar: ['halve', 'enlarge'] },
    darkroom: { darkroom: spied, request, upload, actions, ...options },
    ...more,
  }
  const editor = await ClassicEditor.create(config)
  const warnings: string[] = []
  editor.plugins.get(Notification).on('show:warning', (event, { message }) => {
    warnings.push(message)
    // Its default is an alert.
    event.stop()
  })
  onTestFinished(async () => {
    if (editor.state !== 'destroyed') await editor.destroy()
    element.remove()
  })
  const names = () => uploaded.map(({ file }) => file.name)
  return { editor, upload, uploaded, names, warnings }
}

type One = Awaited<ReturnType<typeof edit>>

const insert = ({ editor }: One, ...file: File[]) => editor.execute('uploadImage', { file })
const images = ({ editor }: One) => {
  const root = editor.model.document.getRoot()
  const items = root ? [...editor.model.createRangeIn(root).getItems()] : []
  return items.filter(
    (item) => item.is('element', 'imageBlock') || item.is('element', 'imageInline'),
  )
}
const sources = (one: One) => images(one).map((image) => image.getAttribute('src'))
const image = (one: One, index = 0) => images(one)[index] as ReturnType<typeof images>[0]
const select = (one: One, index = 0) =>
  one.editor.model.change((writer) => writer.setSelection(image(one, index), 'on'))
const buttons = ({ editor }: One) => editor.ui.view.toolbar.element as HTMLElement
const button = (one: One, label: string) =>
  [...buttons(one).querySelectorAll('button')].find(({ textContent }) =>
    textContent?.startsWith(label),
  )
const until = <T>(value: () => T) => expect.poll(value, { timeout: 15_000, interval: 20 })

/** The codes of the jobs that failed from now on. */
function codes() {
  const failed: string[] = []
  onTestFinished(darkroom.on('failed', ({ error }) => failed.push(error.code)))
  return failed
}

/** Resolves when a job has told its progress. */
const working = () =>
  new Promise<void>((resolve) => {
    onTestFinished(darkroom.on('progress', ({ overall_ratio }) => overall_ratio && resolve()))
  })

describe('uploads of CKEditor', () => {
  it('are results, with their names and with progress', async () => {
    const one = await edit()
    const onProgress = vi.fn()
    const repository = one.editor.plugins.get(FileRepository)
    repository.on('change:uploaded', () => onProgress(repository.uploadedPercent))
    insert(one, small)
    await until(one.names).toEqual(['red dot.webp'])
    await until(() => sources(one)).toEqual([one.uploaded[0]?.url])
    expect((await createImageBitmap(one.uploaded[0]?.file as File)).width).toBe(20)
    expect(onProgress).toHaveBeenCalledWith(100)
    expect(await darkroom.jobs()).toEqual([])
  })

  it('show the error of a broken picture and remove it; the others are uploaded', async () => {
    const one = await edit()
    insert(one, broken, small)
    await until(one.names).toEqual(['red dot.webp'])
    await until(() => one.warnings).toEqual([expect.stringMatching(/^Expected an image/)])
    await until(() => sources(one)).toEqual([one.uploaded[0]?.url])
  })

  it('leave a broken picture as it is where they are told to, and one without a request', async () => {
    const request = ({ name }: File) => (name === 'other.png' ? undefined : { width: 20 })
    const one = await edit({ unreadable: 'original', request })
    insert(one, broken, other)
    await until(() => one.names().sort()).toEqual(['broken.jpg', 'other.png'])
    const sizes = one.uploaded.map(({ file }) => file.size)
    expect(sizes.sort()).toEqual([broken.size, other.size].sort())
    expect(toFile).toHaveBeenCalledTimes(1)
    expect(one.warnings).toEqual([])
  })

  it.each<[string, (one: One) => unknown]>([
    [
      'deleted',
      ({ editor }) => editor.model.change((writer) => writer.remove(image({ editor } as One))),
    ],
    ['undone', ({ editor }) => editor.execute('undo')],
  ])('end for a picture that is %s meanwhile; others go on', async (_, act) => {
    const request = ({ size }: File) => ({ width: size === slow.size ? '200%' : 20 }) as const
    const one = await edit({ request })
    const failed = codes()
    const started = working()
    insert(one, slow)
    await started
    act(one)
    insert(one, small)
    await until(() => failed).toEqual(['ABORTED'])
    await until(one.names).toEqual(['red dot.png'])
    await until(() => sources(one)).toEqual([one.uploaded[0]?.url])
    expect(one.warnings).toEqual([])
  })

  it('tell the application of an upload that is ended', async () => {
    const one = await edit()
    const aborted = vi.fn()
    one.upload.mockImplementationOnce(
      (_, { signal }) =>
        new Promise((_, reject) => {
          signal.onabort = () => reject(aborted())
        }),
    )
    insert(one, small)
    await until(() => one.upload.mock.calls.length).toBe(1)
    one.editor.execute('undo')
    await until(() => aborted.mock.calls.length).toBe(1)
    expect(one.warnings).toEqual([])
  })

  it('remove a picture whose upload fails', async () => {
    const one = await edit()
    one.upload.mockRejectedValueOnce(new Error('The server is full'))
    insert(one, small, other)
    await until(() => one.names()).toHaveLength(1)
    await until(() => sources(one)).toEqual([one.uploaded[0]?.url])
    expect(one.warnings).toEqual(['The server is full'])
  })

  it('may have several widths', async () => {
    const one = await edit()
    one.upload.mockResolvedValueOnce({ default: '/demo/parrots.jpg', 96: '/demo/parrots.jpg?96' })
    insert(one, small)
    await until(() => one.editor.getData()).toContain('srcset="/demo/parrots.jpg?96 96w"')
  })

  it.each([
    ['an adapter', 'webp'],
    ['an adapter that does not expect errors', undefined],
  ])('go through %s of the editor', async (_, format) => {
    const plugins = [Essentials, Paragraph, Image, ImageUpload, Base64UploadAdapter]
    const { editor, ...rest } = await edit(
      { upload: undefined as never, request: { width: 20, output_format: 'webp' } },
      { plugins: [...plugins, DarkroomImages] },
    )
    const one = { editor, ...rest }
    insert(one, format ? small : broken)
    if (format) await until(() => String(sources(one)[0])).toMatch(/^data:image\/webp/)
    else await until(() => one.warnings).toEqual([expect.stringMatching(/^Expected an image/)])
  })
})

/** An editor with uploaded pictures. */
async function editWith(...files: File[]) {
  const one = await edit({ request: () => undefined })
  insert(one, ...files)
  await until(() => sources(one).filter(Boolean)).toHaveLength(files.length)
  await until(() => images(one).every((each) => each.hasAttribute('width'))).toBe(true)
  toFile.mockClear()
  return one
}

/** Presses an action's button for a picture. */
async function press(one: One, label: string, index = 0) {
  select(one, index)
  await until(() => button(one, label)?.classList.contains('ck-disabled')).toBe(false)
  button(one, label)?.click()
}

describe('buttons of CKEditor', () => {
  it('replace the image that is selected, as one step of undo, and upload the result as it is', async () => {
    const one = await editWith(other, small)
    const [before, second] = sources(one)
    one.editor.model.change((writer) => {
      writer.setAttributes({ alt: 'text', srcset: 'old.jpg 1w', resizedWidth: '50%' }, image(one))
    })
    await press(one, 'Halve')
    await until(() => button(one, 'Halve')?.textContent).toMatch(/^Halve \(\d+ %\)$/)
    await until(() => one.names()[2]).toBe('parrots.webp')
    expect(toFile).toHaveBeenCalledTimes(1)
    await until(() => sources(one)).toEqual([one.uploaded[2]?.url, second])
    await until(() => button(one, 'Halve')?.textContent).toBe('Halve')
    const attributes = () => Object.fromEntries(image(one).getAttributes())
    await until(attributes).toMatchObject({ alt: 'text', resizedWidth: '50%', width: 384 })
    expect(attributes()).not.toHaveProperty('srcset')
    expect(one.editor.getData()).not.toContain('darkroom')
    one.editor.execute('undo')
    expect(sources(one)).toEqual([before, second])
    expect(attributes()).toMatchObject({ srcset: 'old.jpg 1w' })
    one.editor.execute('redo')
    expect(sources(one)).toEqual([one.uploaded[2]?.url, second])
    expect(one.warnings).toEqual([])
  })

  it('are for images alone', async () => {
    const one = await edit()
    one.editor.setData('<p>text</p>')
    expect(button(one, 'Halve')?.classList.contains('ck-disabled')).toBe(true)
  })

  it('take requests with files', async () => {
    const request = {
      background: { remove: 'item', replace: other },
      output_format: 'png',
    } as const
    const one = await edit({
      request: () => undefined,
      actions: { put: { label: 'Put', request } },
    })
    one.editor.setData('<figure class="image"><img src="/demo/parrots.jpg"></figure>')
    toFile.mockImplementationOnce(async (_, { background }) => {
      expect((background as typeof request.background).replace).toBeInstanceOf(Blob)
      return small
    })
    select(one)
    await one.editor.execute('put')
    expect(one.names()).toEqual(['red dot.png'])
  })

  it('show the error of a broken picture, which stays; another is processed', async () => {
    const one = await editWith(other, small)
    const [before] = sources(one)
    toFile.mockImplementationOnce((_, ...rest) => darkroom.toFile(broken, ...rest))
    await press(one, 'Halve')
    await press(one, 'Halve', 1)
    await until(() => one.warnings).toEqual([expect.stringMatching(/^Expected an image/)])
    await until(() => one.uploaded.length).toBe(3)
    await until(() => sources(one)).toEqual([before, one.uploaded[2]?.url])
  })

  const act: Record<string, (one: One) => unknown> = {
    'the same button': (one) => button(one, 'Enlarge')?.click(),
    'the image, when it is deleted': (one) =>
      one.editor.model.change((writer) => writer.remove(image(one))),
    'the editor, when it is destroyed': (one) => one.editor.destroy(),
  }
  it.each(Object.keys(act))('are cancelled by %s', async (how) => {
    const one = await editWith(other)
    const [before] = sources(one)
    const failed = codes()
    const started = working()
    await press(one, 'Enlarge')
    await started
    await act[how]?.(one)
    await until(() => failed).toEqual(['ABORTED'])
    expect(one.uploaded).toHaveLength(1)
    expect(one.warnings).toEqual([])
    if (one.editor.state === 'destroyed') return
    if (how.includes('image')) one.editor.execute('undo')
    expect(sources(one)).toEqual([before])
    await until(() => button(one, 'Enlarge')?.textContent).toBe('Enlarge')
  })

  it('end their uploads, too', async () => {
    const one = await editWith(other)
    const aborted = vi.fn()
    one.upload.mockImplementationOnce((_, { signal }) => {
      signal.onabort = aborted
      return new Promise(() => undefined)
    })
    await press(one, 'Halve')
    await until(() => one.upload.mock.calls.length).toBe(2)
    button(one, 'Halve')?.click()
    await until(() => aborted.mock.calls.length).toBe(1)
  })

  it('outlive an undo of something else', async () => {
    const one = await editWith(other)
    one.editor.execute('insertParagraph', {
      position: one.editor.model.createPositionAfter(image(one)),
    })
    const started = working()
    await press(one, 'Halve')
    await started
    one.editor.execute('undo')
    await until(() => one.uploaded.length).toBe(2)
    await until(() => sources(one)).toEqual([one.uploaded[1]?.url])
  })
})

describe('a configuration of CKEditor', () => {
  it('is checked', async () => {
    await expect(edit({ upload: 'here' as never })).rejects.toMatchObject({
      ...{ code: 'BAD_REQUEST', path: 'upload' },
    })
  })

  it('needs a way to upload', async () => {
    const one = await edit({ upload: undefined as never })
    one.editor.setData('<figure class="image"><img src="/demo/parrots.jpg"></figure>')
    select(one)
    vi.spyOn(console, 'warn').mockReturnValue()
    await one.editor.execute('halve')
    expect(one.warnings).toEqual([
      expect.stringMatching(/^Expected a function, or one of CKEditor/),
    ])
  })
})
