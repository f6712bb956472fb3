import tinymce, { type Editor, type RawEditorOptions } from 'tinymce'
import 'tinymce/icons/default'
import 'tinymce/models/dom'
import 'tinymce/themes/silver'
import 'tinymce/skins/content/default/content.js'
import 'tinymce/skins/ui/oxide/content.js'
import 'tinymce/skins/ui/oxide/skin.js'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import {
  imageButtons,
  type UploadHandlerOptions,
  uploadHandler,
} from '../../src/adapters/tinymce.ts'
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

imageButtons(tinymce, {
  darkroom: spied,
  actions: {
    halve: { text: 'Halve', request: { width: '50%', output_format: 'webp' } },
    enlarge: { text: 'Enlarge', icon: 'zoom-in', request: { width: '200%' } },
  },
})

/** An editor, and what its server got. */
async function edit(options: Partial<UploadHandlerOptions> = {}, more: RawEditorOptions = {}) {
  const uploaded: { file: File; url: string }[] = []
  const upload = vi.fn<UploadHandlerOptions['upload']>(async (file, { onProgress }) => {
    onProgress(1)
    const url = `${location.origin}/demo/parrots.jpg?${encodeURIComponent(file.name)}`
    uploaded.push({ file, url })
    return url
  })
  const request = { width: 20, output_format: 'webp' } as const
  const target = document.body.appendChild(document.createElement('div'))
  const [editor] = await tinymce.init({
    target,
    license_key: 'gpl',
    promotion: false,
    plugins: 'darkroom',
    toolbar: 'halve enlarge undo',
    skin: 'oxide',
    convert_urls: false,
    images_upload_handler: uploadHandler({ darkroom: spied, request, upload, ...options }),
    ...more,
  })
  if (!editor) throw new Error('There is no editor')
  onTestFinished(() => {
    editor.remove()
    target.remove()
  })
  return { editor, upload, uploaded, names: () => uploaded.map(({ file }) => file.name) }
}

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer())

/** Puts pictures into the document, as its dialog and a paste do. */
async function insert(editor: Editor, ...files: File[]) {
  const { blobCache } = editor.editorUpload
  for (const file of files) {
    const base64 = btoa(
      Array.from(await bytesOf(file), (byte) => String.fromCharCode(byte)).join(''),
    )
    const name = file.name.replace(/\.\w+$/, '')
    const info = blobCache.create({ blob: file, base64, name })
    blobCache.add(info)
    editor.insertContent(`<p><img alt="${name}" src="${info.blobUri()}"></p>`)
  }
}

const images = (editor: Editor) => [...editor.getBody().querySelectorAll('img')]
const image = (editor: Editor) => images(editor)[0] as HTMLImageElement
const alts = (editor: Editor) => images(editor).map(({ alt }) => alt)
const texts = (editor: Editor) =>
  editor.notificationManager.getNotifications().map(({ settings }) => settings?.text ?? '')
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

describe('uploads of TinyMCE', () => {
  it('are results, with their names and with progress', async () => {
    const { editor, uploaded, names } = await edit()
    const open = vi.spyOn(editor.notificationManager, 'open')
    await insert(editor, small)
    await until(names).toEqual(['red dot.webp'])
    await until(() => image(editor).src).toBe(uploaded[0]?.url)
    expect((await createImageBitmap(uploaded[0]?.file as File)).width).toBe(20)
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ progressBar: true }))
    expect(editor.getContent()).not.toContain('base64')
    expect(await darkroom.jobs()).toEqual([])
  })

  it('show the error of a broken picture and remove it; the others are uploaded', async () => {
    const { editor, names } = await edit()
    await insert(editor, broken, small)
    await until(names).toEqual(['red dot.webp'])
    await until(() => alts(editor)).toEqual(['red dot'])
    await until(() => texts(editor).join()).toMatch(/Expected an image/)
    editor.undoManager.undo()
    expect(editor.getContent()).not.toContain(btoa('no image'))
  })

  it('leave a broken picture as it is where they are told to, and one without a request', async () => {
    const request = ({ name }: File) => (name === 'other.png' ? undefined : { width: 20 })
    const { editor, uploaded, names } = await edit({ unreadable: 'original', request })
    await insert(editor, broken, other)
    await until(() => names().sort()).toEqual(['broken.jpg', 'other.png'])
    const sizes = uploaded.map(({ file }) => file.size)
    expect(sizes.sort()).toEqual([broken.size, other.size].sort())
    expect(toFile).toHaveBeenCalledTimes(1)
    expect(texts(editor)).toEqual([])
  })

  it('end with their signal, without a trace of the original', async () => {
    const controller = new AbortController()
    const failed = codes()
    const { editor, names } = await edit({ signal: controller.signal, request: { width: '200%' } })
    const started = working()
    await insert(editor, slow)
    await started
    controller.abort()
    await until(() => failed).toEqual(['ABORTED'])
    await until(() => images(editor)).toEqual([])
    expect(names()).toEqual([])
  })

  it('remove a picture whose upload fails', async () => {
    const { editor, upload, names } = await edit()
    upload.mockRejectedValueOnce(new Error('The server is full'))
    await insert(editor, small, other)
    await until(names).toEqual(['other.webp'])
    await until(() => alts(editor)).toEqual(['other'])
    expect(texts(editor).join()).toContain('The server is full')
  })

  it('go on for a picture that is deleted meanwhile, as an undo brings it back', async () => {
    const { editor, uploaded, names } = await edit()
    let go: (value?: unknown) => void = () => undefined
    const gate = new Promise((resolve) => {
      go = resolve
    })
    toFile.mockImplementationOnce(async (...args) => {
      await gate
      return darkroom.toFile(...args)
    })
    await insert(editor, other, small)
    editor.undoManager.transact(() => editor.dom.remove(image(editor)))
    go()
    await until(() => names().sort()).toEqual(['other.webp', 'red dot.webp'])
    expect(alts(editor)).toEqual(['red dot'])
    editor.undoManager.undo()
    await until(() =>
      images(editor)
        .map(({ src }) => src)
        .sort(),
    ).toEqual(uploaded.map(({ url }) => url).sort())
    expect(texts(editor)).toEqual([])
  })
})

/** Presses an action's button for a picture. */
async function press(editor: Editor, action: string, picture = image(editor)) {
  editor.focus()
  editor.selection.select(picture)
  editor.nodeChanged()
  const button = () =>
    editor.getContainer().querySelector<HTMLElement>(`.tox-editor-header [data-mce-name=${action}]`)
  await until(() => button()?.getAttribute('aria-disabled')).toBe('false')
  button()?.click()
  return button
}

/** An editor with uploaded pictures. */
async function editWith(...files: File[]) {
  const one = await edit({ request: () => undefined })
  await insert(one.editor, ...files)
  await until(one.names).toHaveLength(files.length)
  await until(() => images(one.editor).every(({ src }) => !src.startsWith('blob:'))).toBe(true)
  toFile.mockClear()
  return one
}

describe('buttons of TinyMCE', () => {
  it('replace the picture that is selected, as one step of undo, and upload the result as it is', async () => {
    const { editor, uploaded } = await editWith(other, small)
    const picture = image(editor)
    const before = picture.src
    editor.dom.setAttribs(picture, { width: '60', height: '60', srcset: `${before} 2x` })
    const button = await press(editor, 'halve')
    await until(() => button()?.getAttribute('aria-pressed')).toBe('true')
    await until(() => uploaded.length).toBe(3)
    expect(toFile).toHaveBeenCalledTimes(1)
    expect(uploaded[2]?.file.name).toBe('parrots.webp')
    await until(() => image(editor).getAttribute('src')).toBe(uploaded[2]?.url)
    expect(image(editor).outerHTML).toMatch(/width="60" height="40"/)
    expect(image(editor).hasAttribute('srcset')).toBe(false)
    await until(() => button()?.getAttribute('aria-pressed')).toBe('false')
    expect(texts(editor)).toEqual([])
    const [, second] = images(editor)
    expect(second?.src).toBe(uploaded[1]?.url)
    editor.undoManager.undo()
    expect(image(editor).src).toBe(before)
    editor.undoManager.redo()
    expect(image(editor).src).toBe(uploaded[2]?.url)
  })

  it('stand beside the picture', async () => {
    const { editor, uploaded } = await editWith(other)
    editor.focus()
    editor.selection.select(image(editor))
    editor.nodeChanged()
    const button = () => document.querySelector<HTMLElement>('.tox-pop [data-mce-name=halve]')
    await until(() => button()?.textContent).toBe('Halve')
    expect(document.querySelector('.tox-pop [aria-label=Enlarge]')).not.toBeNull()
    button()?.click()
    await until(() => uploaded.length).toBe(2)
  })

  it('are for pictures alone', async () => {
    const { editor } = await edit()
    editor.setContent('<p>text</p>')
    editor.nodeChanged()
    const button = editor.getContainer().querySelector('[data-mce-name=halve]')
    await until(() => button?.getAttribute('aria-disabled')).toBe('true')
  })

  it('show the error of a broken picture, which stays; another is processed', async () => {
    const { editor, uploaded } = await editWith(other, small)
    const before = image(editor).src
    toFile.mockImplementationOnce((_, ...rest) => darkroom.toFile(broken, ...rest))
    await press(editor, 'halve')
    await press(editor, 'halve', images(editor)[1])
    await until(() => uploaded.length).toBe(3)
    await until(() => texts(editor).join()).toMatch(/^Expected an image/)
    expect(image(editor).src).toBe(before)
    await until(() => images(editor)[1]?.src).toBe(uploaded[2]?.url)
  })

  const act: Record<string, (editor: Editor) => unknown> = {
    'the same button': (editor) => press(editor, 'enlarge'),
    'the picture, when it is deleted': (editor) =>
      editor.undoManager.transact(() => editor.dom.remove(image(editor))),
    'the editor, when it is removed': (editor) => editor.remove(),
  }
  it.each(Object.keys(act))('are cancelled by %s', async (how) => {
    const failed = codes()
    const { editor, uploaded } = await editWith(other)
    const before = image(editor).src
    const open = vi.spyOn(editor.notificationManager, 'open')
    const started = working()
    await press(editor, 'enlarge')
    await started
    await act[how]?.(editor)
    await until(() => failed).toEqual(['ABORTED'])
    expect(open).toHaveBeenCalledTimes(1)
    expect(uploaded).toHaveLength(1)
    if (editor.removed) return
    await until(() => texts(editor)).toEqual([])
    if (how.includes('picture')) editor.undoManager.undo()
    expect(image(editor).src).toBe(before)
  })

  it('find the picture after an undo of something else', async () => {
    const { editor, uploaded } = await editWith(other)
    editor.undoManager.transact(() => editor.insertContent('<p>more</p>'))
    const picture = image(editor)
    const started = working()
    await press(editor, 'halve')
    await started
    editor.undoManager.undo()
    expect(editor.getBody().contains(picture)).toBe(false)
    await until(() => uploaded.length).toBe(2)
    await until(() => image(editor).src).toBe(uploaded[1]?.url)
  })

  it('wait for the upload of the picture itself', async () => {
    const { editor, upload, uploaded } = await edit({ request: () => undefined })
    let finish: (url: string) => void = () => undefined
    upload.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)))
    await insert(editor, other)
    await until(() => upload.mock.calls.length).toBe(1)
    const made = new Promise((resolve) => onTestFinished(darkroom.on('complete', resolve)))
    await press(editor, 'halve')
    await made
    expect(image(editor).src).toMatch(/^blob:/)
    finish(`${location.origin}/demo/parrots.jpg?original`)
    await until(() => uploaded.map(({ file }) => file.name)).toEqual(['other.webp'])
    await until(() => image(editor).src).toBe(uploaded[0]?.url)
  })
})
