import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import { type EnhanceInputOptions, enhanceInput } from '../../src/adapters/form.ts'
import { createDarkroom } from '../../src/index.ts'
import { gradient, lined } from './pictures.ts'

const darkroom = createDarkroom({ persist: false, provider: 'wasm' })
afterAll(() => darkroom.dispose())

const small = new File([await png(gradient(40, 30))], 'red dot.png', { type: 'image/png' })
const slow = new File([await png(lined(800, 600))], 'slow.png', { type: 'image/png' })
const broken = new File(['no image'], 'broken.jpg', { type: 'image/jpeg' })
const smaller = { request: { width: 20, output_format: 'webp' } } as const

const until = <T>(value: () => T) => expect.poll(value, { timeout: 60_000 })

/** A form with an enhanced input, which notes what it sends. */
function form(options: Omit<EnhanceInputOptions, 'darkroom'>, attributes = '') {
  document.body.innerHTML = `<form ${attributes}><input type="file" name="picture" multiple>
    <button name="how" value="now">Send</button></form>`
  const [element, input, button] = ['form', 'input', 'button'].map((name) =>
    document.querySelector(name),
  ) as [HTMLFormElement, HTMLInputElement, HTMLButtonElement]
  const sent: FormData[] = []
  const stop = enhanceInput(input, { darkroom, ...options })
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    sent.push(new FormData(element, event.submitter))
  })
  onTestFinished(stop)
  const pick = (...files: File[]) => {
    const transfer = new DataTransfer()
    for (const file of files) transfer.items.add(file)
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const filesOf = (data: FormData | undefined) => data?.getAll('picture') as File[]
  const names = () => [...(input.files ?? [])].map(({ name }) => name)
  return { element, input, button, sent, stop, pick, filesOf, names }
}

describe('a form', () => {
  it('waits with its submit for the results, and sends them once', async () => {
    const onProgress = vi.fn()
    const { button, sent, pick, filesOf } = form({ ...smaller, onProgress })
    pick(small, slow)
    button.click()
    button.click()
    expect(sent).toEqual([])
    await until(() => sent.length).toBe(1)
    const files = filesOf(sent[0])
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ['red dot.webp', 'image/webp'],
      ['slow.webp', 'image/webp'],
    ])
    for (const file of files) expect((await createImageBitmap(file)).width).toBe(20)
    expect(sent[0]?.get('how')).toBe('now')
    expect(onProgress.mock.lastCall?.[0]).toBe(1)
    expect(await darkroom.jobs()).toEqual([])
    button.click()
    expect(sent).toHaveLength(2)
  })

  it.each(['', 'novalidate'])(
    'does not send a broken picture, and loses none: %s',
    async (attributes) => {
      const onError = vi.fn()
      const { button, input, sent, pick, names } = form({ ...smaller, onError }, attributes)
      pick(broken, small)
      button.click()
      await until(() => input.validationMessage).toMatch(/^broken\.jpg: Expected an image/)
      expect(onError.mock.calls).toEqual([
        [expect.objectContaining({ code: 'UNIDENTIFIED_IMAGE' }), broken],
      ])
      button.click()
      expect(names()).toEqual(['broken.jpg', 'red dot.webp'])
      expect(sent).toEqual([])
      pick(small)
      button.click()
      await until(() => sent.length).toBe(1)
    },
  )

  it('takes the file that is picked meanwhile', async () => {
    const onProgress = vi.fn()
    const request = (file: File) => (file === slow ? ({ width: '200%' } as const) : smaller.request)
    const { button, sent, pick, filesOf } = form({ request, onProgress })
    const failed = vi.fn()
    onTestFinished(darkroom.on('failed', failed))
    pick(slow)
    button.click()
    await until(() => onProgress.mock.calls.length).toBeGreaterThan(2)
    pick(small)
    await until(() => sent.length).toBe(1)
    expect(filesOf(sent[0]).map(({ name }) => name)).toEqual(['red dot.webp'])
    await until(() => failed.mock.calls.length).toBe(1)
    expect(failed.mock.calls[0]?.[0].error.code).toBe('ABORTED')
  })

  it.each([
    ['is stopped', ({ stop }: ReturnType<typeof form>) => stop(), ['slow.png']],
    ['is reset', ({ element }: ReturnType<typeof form>) => element.reset(), []],
    [
      'is emptied by the page',
      ({ input }: ReturnType<typeof form>) => {
        input.value = ''
      },
      [],
    ],
  ])('keeps no result where it %s in the middle', async (_, act, left) => {
    const onError = vi.fn()
    const onProgress = vi.fn(() => act(picture))
    const picture = form({ request: { enhancements: ['light'] }, onProgress, onError })
    picture.pick(slow)
    await until(() => onProgress.mock.calls.length).toBeGreaterThan(0)
    await until(() => darkroom.jobs()).toEqual([])
    expect(picture.names()).toEqual(left)
    expect(picture.input.validationMessage).toBe('')
    expect(onError).not.toHaveBeenCalled()
    picture.button.click()
    await until(() => picture.sent.length).toBe(1)
  })

  it('leaves a file for which there is no request, and a message of the application', async () => {
    const text = new File(['text'], 'a.txt', { type: 'text/plain' })
    const { button, sent, input, pick, filesOf } = form({
      request: ({ type }) => (type.startsWith('image/') ? smaller.request : undefined),
    })
    input.setCustomValidity('Not yet')
    pick(text, small)
    await until(() => input.files?.[1]?.name).toBe('red dot.webp')
    expect(input.validationMessage).toBe('Not yet')
    input.setCustomValidity('')
    button.click()
    await until(() => sent.length).toBe(1)
    expect(await filesOf(sent[0])[0]?.text()).toBe('text')
  })
})
