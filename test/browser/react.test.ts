import type { ExoticComponent, ReactNode } from 'react'
import Runtime from 'react-refresh/runtime'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import type { DarkroomState, UseDarkroomOptions } from '../../src/adapters/react.ts'
import { createDarkroom, type Darkroom, type ProcessingRequest } from '../../src/index.ts'
import { gradient, lined } from './pictures.ts'

// Fast Refresh has to be there before React's renderer.
Runtime.injectIntoGlobalHook(window)
const { createElement, Fragment, StrictMode } = await import('react')
const { flushSync } = await import('react-dom')
const { createRoot } = await import('react-dom/client')
const { useDarkroom } = await import('../../src/adapters/react.ts')

const darkroom = createDarkroom({ persist: false, provider: 'wasm' })
afterAll(() => darkroom.dispose())

const small = new File([await png(gradient(40, 30))], 'red dot.png', { type: 'image/png' })
const slow = new File([await png(lined(800, 600))], 'slow.png', { type: 'image/png' })
const broken = new File(['no image'], 'broken.jpg', { type: 'image/jpeg' })
const smaller = (url: File) => ({ url, width: 20, output_format: 'webp' }) as const
const endless = { url: slow, width: '200%' } as const

interface Props extends UseDarkroomOptions {
  request: ProcessingRequest | undefined
}

/** The component as it stands in the file that is edited; `version` is the edit. */
function edited(version: number, states: DarkroomState[]) {
  function Picture({ request, ...options }: Props) {
    const state = useDarkroom(request, options)
    states.push(state)
    return createElement('img', { src: state.result?.result_url, alt: `version ${version}` })
  }
  Runtime.register(Picture, `Picture ${run}`)
  Runtime.setSignature(Picture, `useDarkroom ${run}`)
  return Picture
}
let run = 0

/** Mounts a component that shows a result. */
function mount(props: Props, Mode: ExoticComponent<{ children?: ReactNode }> = StrictMode) {
  run += 1
  const states: DarkroomState[] = []
  const Picture = edited(1, states)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const render = (next: Props) =>
    flushSync(() => root.render(createElement(Mode, null, createElement(Picture, next))))
  render(props)
  onTestFinished(() => root.unmount())
  const last = () => states.at(-1) as DarkroomState
  const until = <T>(value: () => T) => expect.poll(value, { timeout: 15_000, interval: 20 })
  return {
    ...{ render, states, last, until, unmount: () => root.unmount() },
    result: () => until(() => last().running || last().result?.file_name),
    edit: () => {
      edited(2, states)
      flushSync(() => Runtime.performReactRefresh())
    },
  }
}

const isThere = (url: string | undefined) =>
  fetch(url ?? '').then(
    () => true,
    () => false,
  )

/** A shared Darkroom, and what was asked of it. */
function shared() {
  const runs = vi.fn()
  const watched: Pick<Darkroom, 'run' | 'deleteResult'> = {
    run: (...args) => {
      const running = darkroom.run(...args)
      runs(args[0])
      return running
    },
    deleteResult: darkroom.deleteResult,
  }
  return { darkroom: watched, runs }
}

const codes = () => {
  const failed = vi.fn()
  onTestFinished(darkroom.on('failed', ({ error }) => failed(error.code)))
  return () => failed.mock.calls.flat()
}

describe('useDarkroom', () => {
  it('gives a result with progress, and frees it with the component', async () => {
    const { last, states, result, unmount } = mount({ request: smaller(small) })
    expect(states[0]).toEqual({ running: false, progress: 0 })
    await result().toBe('red-dot.webp')
    expect(states.some(({ running }) => running)).toBe(true)
    expect(last()).toMatchObject({ running: false, progress: 1 })
    expect(last().result?.details.width).toBe(20)
    const url = last().result?.result_url
    expect(await isThere(url)).toBe(true)
    unmount()
    await expect.poll(() => isThere(url)).toBe(false)
  })

  it('runs a request with the same fields once, however often it renders', async () => {
    const { darkroom, runs } = shared()
    const { last, result, render } = mount({ request: smaller(small), darkroom })
    await result().toBe('red-dot.webp')
    const before = runs.mock.calls.length
    const shown = last().result
    render({ request: smaller(small), darkroom })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(runs).toHaveBeenCalledTimes(before)
    expect(last().result).toBe(shown)
  })

  it('frees the results of a shared Darkroom, which stays', async () => {
    const { result, render, last, unmount } = mount({ request: smaller(small), darkroom })
    await result().toBe('red-dot.webp')
    const first = last().result?.result_url
    render({ request: smaller(slow), darkroom })
    await result().toBe('slow.webp')
    expect(await isThere(first)).toBe(false)
    const second = last().result?.result_url
    unmount()
    await expect.poll(() => isThere(second)).toBe(false)
    expect((await darkroom.toFile(small, { width: 20 })).name).toBe('red dot.png')
  })

  it('tells of a broken picture, keeps the last result, and goes on', async () => {
    const { last, result, render, until } = mount({ request: smaller(small), darkroom })
    await result().toBe('red-dot.webp')
    render({ request: smaller(broken), darkroom })
    await until(() => last().code).toBe('UNIDENTIFIED_IMAGE')
    expect(last()).toMatchObject({ running: false, result: { file_name: 'red-dot.webp' } })
    expect(last().error).toMatch(/^Expected an image/)
    render({ request: smaller(slow), darkroom })
    await result().toBe('slow.webp')
    expect(last()).not.toHaveProperty('error')
  })

  it.each([
    ['another file', { request: smaller(small), darkroom }, 'red-dot.webp'],
    ['no file', { request: undefined, darkroom }, undefined],
  ])('ends what runs for %s', async (_, next, name) => {
    const aborted = codes()
    const { last, result, render, until } = mount({ request: endless, darkroom })
    await until(() => last().progress).toBeGreaterThan(0)
    render(next)
    await result().toBe(name)
    if (!name) expect(last()).toEqual({ running: false, progress: 0 })
    await until(aborted).toContain('ABORTED')
    expect(last().error).toBeUndefined()
  })

  it('ends what runs when the component goes', async () => {
    const aborted = codes()
    const { last, until, unmount } = mount({ request: endless, darkroom })
    await until(() => last().progress).toBeGreaterThan(0)
    unmount()
    await until(aborted).toContain('ABORTED')
  })

  it('keeps its Darkroom and its result under Fast Refresh', async () => {
    // Under StrictMode, React 19 runs no effects after an edit.
    const { last, result, edit, render, states } = mount({ request: smaller(small) }, Fragment)
    await result().toBe('red-dot.webp')
    const shown = last().result
    states.length = 0
    edit()
    expect(document.querySelector('img[alt="version 2"]')).not.toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(states.map(({ running, result }) => [running, result])).not.toContainEqual([true, shown])
    expect(last().result).toBe(shown)
    expect(await isThere(shown?.result_url)).toBe(true)
    render({ request: smaller(slow) })
    await result().toBe('slow.webp')
    expect(last().error).toBeUndefined()
  })

  it('begins anew with another Darkroom', async () => {
    const { last, result, render } = mount({ request: smaller(small) })
    await result().toBe('red-dot.webp')
    const url = last().result?.result_url
    const { darkroom, runs } = shared()
    render({ request: smaller(small), darkroom })
    await expect.poll(() => runs.mock.calls.length).toBeGreaterThan(0)
    await result().toBe('red-dot.webp')
    expect(await isThere(url)).toBe(false)
    expect(last().error).toBeUndefined()
  })
})
