import { afterAll, describe, expect, it } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import { type BatchOptions, directoryStorage, runBatch, type Storage } from '../../src/storages.ts'
import { gradient, needed } from './pictures.ts'
import { darkroomWith } from './run.ts'
import { contentOf, emptyFolder, filesOf, pathsOf, signal, text } from './storages.ts'

const darkroom = darkroomWith()
afterAll(() => darkroom.dispose())

const request = { width: 8, output_format: 'webp' } as const
const folder = async () => directoryStorage(await emptyFolder())

/** Small images, one of them deep in subfolders, and files that are not images. */
async function pictures() {
  const source = await folder()
  for (const [i, path] of ['a.png', 'b.png', 'sub/c.png', 'sub/d.png', 'e.png'].entries())
    await source.write(path, await png(gradient(12 + i, 10)), signal)
  return source
}

const broken = async () => (await png(gradient(60, 40))).slice(0, 900)

/** Runs a batch to its end. Also returns which images were processed. */
async function run(options: Omit<BatchOptions, 'request'> & Partial<BatchOptions>) {
  const developed: string[] = []
  const jobs: string[] = []
  const spy = {
    run: async (...[asked, how]: Parameters<typeof darkroom.run>) => {
      developed.push((asked.url as File).name)
      const record = await darkroom.run(asked, how)
      jobs.push(record.job)
      return record
    },
    plan: darkroom.plan.bind(darkroom),
    deleteResult: darkroom.deleteResult.bind(darkroom),
  }
  const report = await runBatch(spy, { request, ...options })
  return { report, developed, jobs }
}

const visible = async (storage: Storage, to?: string) =>
  (await pathsOf(storage, to)).filter((path) => !path.includes('.darkroom'))

async function widthOf(storage: Storage, path: string): Promise<number> {
  return (await createImageBitmap(await storage.read(path, signal))).width
}

describe('a folder as a batch', () => {
  it('writes each result under the path of its image', async () => {
    const [source, target] = [await pictures(), await folder()]
    const seen: string[] = []
    const { report, jobs } = await run({
      source,
      target,
      to: 'out',
      onProgress: ({ done, total, item }) => seen.push(`${done}/${total} ${item.source}`),
    })
    expect(report).toMatchObject({ total: 5, complete: 5, invalid: 0, failed: 0, skipped: 0 })
    expect(report.stopped).toBe(false)
    expect(seen).toEqual(['1/5 a.png', '2/5 b.png', '3/5 e.png', '4/5 sub/c.png', '5/5 sub/d.png'])
    expect(await visible(target)).toEqual(
      ['a', 'b', 'e', 'sub/c', 'sub/d'].map((name) => `out/${name}.webp`),
    )
    expect(await widthOf(target, 'out/sub/c.webp')).toBe(8)
    // Written results are not kept in memory as well.
    expect(jobs.length).toBe(5)
    for (const job of jobs)
      await expect(darkroom.result(job)).rejects.toMatchObject({ code: 'DELETED' })
  })

  it('takes a folder of the source only, and leaves hidden files out', async () => {
    const [source, target] = [await pictures(), await folder()]
    await source.write('sub/.DS_Store', text('x'), signal)
    await source.write('sub/.trash/x.png', text('x'), signal)
    const { report } = await run({ source, target, folder: 'sub' })
    expect(report.items.map(({ source, path }) => [source, path])).toEqual([
      ['sub/c.png', 'c.webp'],
      ['sub/d.png', 'd.webp'],
    ])
  })

  it('continues where it was stopped: each image is processed once', async () => {
    const [source, target] = [await pictures(), await folder()]
    const controller = new AbortController()
    const first = await run({
      source,
      target,
      signal: controller.signal,
      onProgress: ({ done }) => done === 2 && controller.abort(),
    })
    expect(first.report).toMatchObject({ stopped: true, complete: 2, total: 5 })
    expect(await visible(target)).toEqual(['a.webp', 'b.webp'])

    const second = await run({ source, target })
    expect(second.report).toMatchObject({ stopped: false, complete: 5, skipped: 2 })
    expect([...first.developed, ...second.developed].sort()).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.png`),
    )
    expect(second.report.items[0]).toEqual({
      source: 'a.png',
      status: 'complete',
      skipped: true,
      path: 'a.webp',
      reasons: [],
    })

    const third = await run({ source, target })
    expect(third.developed).toEqual([])
    expect(third.report).toMatchObject({ complete: 5, skipped: 5 })
    expect((await visible(target)).length).toBe(5)
  })

  it('stopped while it processes an image: the next run processes that image', async () => {
    const [source, target] = [await pictures(), await folder()]
    const controller = new AbortController()
    const stopping = {
      run: (...[asked, how]: Parameters<typeof darkroom.run>) => {
        const running = darkroom.run(asked, how)
        controller.abort()
        return running
      },
      plan: darkroom.plan.bind(darkroom),
      deleteResult: darkroom.deleteResult.bind(darkroom),
    }
    const { signal } = controller
    const report = await runBatch(stopping, { source, target, request, signal })
    expect(report).toMatchObject({ stopped: true, total: 5, items: [] })
    expect((await run({ source, target })).report).toMatchObject({ complete: 5, skipped: 0 })
  })

  it('after a page was closed during a write, the result is written again', async () => {
    const [source, target] = [await pictures(), await folder()]
    // The journal entry and the empty file exist, but the bytes were never written.
    const handle = await emptyFolder()
    const cut = directoryStorage(handle)
    const dying: Storage = {
      ...cut,
      async write(path, file, signal) {
        if (!path.endsWith('b.webp')) return cut.write(path, file, signal)
        await handle.getFileHandle(path, { create: true })
        throw new Error('the page was closed')
      },
    }
    const first = await run({ source, target: dying })
    expect(first.report).toMatchObject({ complete: 4, failed: 1 })
    expect(first.report.items[1]).toMatchObject({
      source: 'b.png',
      status: 'failed',
      reasons: ['the page was closed'],
    })
    const second = await run({ source, target: cut })
    expect(second.developed).toEqual(['b.png'])
    expect(second.report).toMatchObject({ complete: 5, skipped: 4 })
    expect((await visible(cut)).length).toBe(5)
    expect(await widthOf(cut, 'b.webp')).toBe(8)
    expect(await visible(target)).toEqual([])
  })

  it('repeats files that changed, results that were removed, and all for another request', async () => {
    const handle = await emptyFolder()
    const [source, targetHandle] = [directoryStorage(handle), await emptyFolder()]
    const target = directoryStorage(targetHandle)
    for (const name of ['a.png', 'b.png'])
      await source.write(name, await png(gradient(12, 10)), signal)
    await run({ source, target })

    await handle.removeEntry('a.png')
    await source.write('a.png', await png(gradient(12, 11)), signal)
    expect((await run({ source, target })).developed).toEqual(['a.png'])
    expect(await visible(target)).toEqual(['a-2.webp', 'a.webp', 'b.webp'])

    await targetHandle.removeEntry('b.webp')
    expect((await run({ source, target })).developed).toEqual(['b.png'])

    const other = await run({ source, target, request: { ...request, width: 6 } })
    expect(other.developed).toEqual(['a.png', 'b.png'])
    expect(await widthOf(target, other.report.items[1]?.path as string)).toBe(6)
  })

  it('reads the files of a storage that does not report versions', async () => {
    const [files, target] = [await pictures(), await folder()]
    const source: Storage = {
      ...files,
      async *list(folder, signal) {
        for (const { path, size } of await filesOf(files, folder)) {
          signal.throwIfAborted()
          yield { path, size }
        }
      },
    }
    expect((await run({ source, target })).developed.length).toBe(5)
    expect((await run({ source, target })).developed).toEqual([])
  })

  it('two files whose results have the same name are both kept', async () => {
    const [source, target] = [await folder(), await folder()]
    await source.write('a.png', await png(gradient(12, 10)), signal)
    await source.write('a.bak.png', await png(gradient(12, 10)), signal)
    await source.write('a.PNG', await png(gradient(14, 10)), signal)
    const { report } = await run({ source, target, concurrency: 3 })
    expect(report.complete).toBe(3)
    expect(await visible(target)).toEqual(['a-2.webp', 'a.bak.webp', 'a.webp'])
    expect((await run({ source, target, concurrency: 3 })).developed).toEqual([])
  })

  it('keeps another extension of the same format', async () => {
    const [source, target] = [await folder(), await folder()]
    await source.write('a.JPEG', await png(gradient(12, 10)), signal)
    const { report } = await run({ source, target, request: { width: 8, output_format: 'jpeg' } })
    expect(report.items[0]?.path).toBe('a.JPEG')
  })

  it('into a folder of the source: results do not become sources', async () => {
    const source = await pictures()
    await run({ source, target: source, to: 'out' })
    const { report, developed } = await run({ source, target: source, to: 'out' })
    expect(developed).toEqual([])
    expect(report.total).toBe(5)
  })

  it('into a folder of the source that is a storage of its own, too', async () => {
    const top = await emptyFolder()
    const small = await top.getDirectoryHandle('small', { create: true })
    const [source, inside] = [directoryStorage(top), directoryStorage(small)]
    await source.write('a.png', await png(gradient(12, 10)), signal)
    await source.write('sub/b.png', await png(gradient(13, 10)), signal)
    await run({ source, target: inside })
    expect((await run({ source, target: inside })).report).toMatchObject({ total: 2, skipped: 2 })
    const again = { source, target: directoryStorage(top), to: 'small' }
    expect((await run(again)).report.total).toBe(2)
  })

  it('the source may be a folder of the target', async () => {
    const top = await emptyFolder()
    const inner = await top.getDirectoryHandle('inner', { create: true })
    const [source, target] = [directoryStorage(inner), directoryStorage(top)]
    await source.write('a.png', await png(gradient(12, 10)), signal)
    for (const to of ['', 'innermost', 'inner/out']) {
      await run({ source, target, to })
      const { report } = await run({ source, target, to })
      expect(report).toMatchObject({ total: 1, skipped: 1 })
    }
    await expect(run({ source, target, to: 'inner' })).rejects.toMatchObject({ path: 'to' })
  })
})

describe('files that cannot be processed', () => {
  const mixed = async () => {
    const source = await folder()
    await source.write('good.png', await png(gradient(40, 30)), signal)
    await source.write('sub/broken.png', await broken(), signal)
    await source.write('text.jpg', text('not a picture'), signal)
    return source
  }

  it('are listed with their reasons, and do not stop the others', async () => {
    const [source, target] = [await mixed(), await folder()]
    const { report } = await run({ source, target })
    expect(report).toMatchObject({ complete: 1, invalid: 2, failed: 0 })
    for (const item of report.items.slice(1)) {
      expect(item).toMatchObject({ status: 'invalid', skipped: false })
      expect(item.reasons.join()).not.toBe('')
      expect(item.path).toBeUndefined()
    }
    expect(await visible(target)).toEqual(['good.webp'])
    // The first run recorded them, so they are not tried again.
    const second = await run({ source, target })
    expect(second.developed).toEqual([])
    expect(second.report).toMatchObject({ invalid: 2, skipped: 3 })
    expect(second.report.items[2]?.reasons).toEqual(report.items[2]?.reasons)
  })

  it('are copied unchanged if requested, once, also by a later run', async () => {
    const [source, target] = [await mixed(), await folder()]
    await run({ source, target })
    const { report } = await run({ source, target, invalid: true })
    expect(report.items.map(({ path }) => path)).toEqual([
      'good.webp',
      'invalid/sub/broken.png',
      'invalid/text.jpg',
    ])
    expect(await contentOf(target, 'invalid/text.jpg')).toBe('not a picture')
    expect((await run({ source, target, invalid: true })).developed).toEqual([])
    expect((await visible(target, 'invalid')).length).toBe(2)
  })

  it('an image that is too small counts as one of them', async () => {
    const [source, target] = [await pictures(), await folder()]
    const { report } = await run({ source, target, minSide: 11 })
    expect(report.invalid).toBe(5)
    expect(report.items[0]?.reasons).toEqual([
      'Expected a shorter side of at least 11 pixels for url but received "12 x 10"',
    ])
    const pixels = await run({ source, target, minPixels: 140 })
    expect(pixels.report.items.map(({ status }) => status)).toEqual([
      'invalid',
      'invalid',
      'complete',
      'complete',
      'complete',
    ])
  })

  it('broken files of other programs do not stop a batch', async (test) => {
    const files = ['crash-2020-10-test.tif', 'photoshop-200dpi-broken.jpg', 'pngtest_bad.png.bin']
    const [source, target] = [await folder(), await folder()]
    for (const name of files) {
      const file = await needed(`formats/bad/${name}`, test)
      await source.write(name, file, signal)
    }
    await source.write('good.png', await png(gradient(12, 10)), signal)
    const { report } = await run({ source, target, invalid: true })
    expect(report.total).toBe(4)
    expect(report.failed).toBe(0)
    const good = report.items.find((item) => item.source === 'good.png')
    expect(good?.status).toBe('complete')
    expect(report.items.at(-1)).toMatchObject({ source: 'pngtest_bad.png.bin', status: 'invalid' })
  })
})

describe('errors of a batch', () => {
  it('a file that cannot be read does not stop the others', async () => {
    const [files, target] = [await pictures(), await folder()]
    const source: Storage = {
      ...files,
      read: async (path, signal) =>
        files.read(path === 'b.png' ? 'removed meanwhile.png' : path, signal),
    }
    const { report } = await run({ source, target })
    expect(report).toMatchObject({ complete: 4, failed: 1 })
    expect(report.items[1]?.reasons).toEqual([
      'The folder could not read removed meanwhile.png: there is no such file',
    ])
  })

  it('an invalid request ends it at once', async () => {
    const [source, target] = [await pictures(), await folder()]
    // @ts-expect-error
    const wrong = run({ source, target, request: { width: 'wide' } })
    await expect(wrong).rejects.toMatchObject({ code: 'BAD_REQUEST', path: 'width' })
    expect(await visible(target)).toEqual([])
  })

  it('results among their sources, a folder that leads elsewhere, a storage without a list', async () => {
    const [source, target] = [await pictures(), await folder()]
    await expect(run({ source, target: source })).rejects.toMatchObject({ path: 'to' })
    const top = await emptyFolder()
    const same = { source: directoryStorage(top), target: directoryStorage(top) }
    await expect(run(same)).rejects.toMatchObject({ code: 'STORAGE', path: 'to' })
    await expect(run({ source, target, folder: '../x' })).rejects.toMatchObject({ path: 'folder' })
    const { read, write } = target
    await expect(run({ source, target: { read, write } })).rejects.toMatchObject({
      code: 'STORAGE',
      path: 'target',
    })
    await expect(run({ source, target, folder: 'missing' })).rejects.toMatchObject({
      code: 'STORAGE',
      message: 'The folder could not list missing: there is no such folder',
    })
  })
})
