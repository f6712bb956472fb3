import { describe, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { directoryStorage } from '../../src/storages.ts'
import { contentOf, emptyFolder, filesOf, names, pathsOf, signal, text } from './storages.ts'

const storage = async () => directoryStorage(await emptyFolder())

describe('a folder', () => {
  it('reads back what was written, and creates folders for it', async () => {
    const folder = await storage()
    for (const name of names) {
      const path = `a/b c/${name}`
      expect(await folder.write(path, text(name), signal)).toEqual({ path })
      expect(await contentOf(folder, path)).toBe(name)
    }
    expect(await folder.missing?.()).toBeUndefined()
  })

  it('never overwrites a file, not even with simultaneous writes', async () => {
    const folder = await storage()
    const writes = ['1', '2', '3'].map((content) => folder.write('a.png', text(content), signal))
    const paths = (await Promise.all(writes)).map(({ path }) => path)
    expect(paths.sort()).toEqual(['a-2.png', 'a-3.png', 'a.png'])
    const contents = await Promise.all(paths.map((path) => contentOf(folder, path)))
    expect(contents.sort()).toEqual(['1', '2', '3'])
  })

  it('treats the name of a folder as taken too', async () => {
    const folder = await storage()
    await folder.write('a.png/inside', text('x'), signal)
    expect(await folder.write('a.png', text('y'), signal)).toEqual({ path: 'a-2.png' })
  })

  it('takes over the empty file that a closed page left behind', async () => {
    const handle = await emptyFolder()
    await handle.getFileHandle('a.png', { create: true })
    expect(await directoryStorage(handle).write('a.png', text('x'), signal)).toEqual({
      path: 'a.png',
    })
  })

  it('lists its files by name, with their size and a version that changes', async () => {
    const folder = await storage()
    for (const path of ['b.png', 'a/2.png', 'a/1.png', '.hidden/x'])
      await folder.write(path, text(path), signal)
    expect(await pathsOf(folder)).toEqual(['.hidden/x', 'a/1.png', 'a/2.png', 'b.png'])
    expect(await filesOf(folder, 'a')).toEqual([
      { path: 'a/1.png', size: 7, version: expect.stringMatching(/^\d+$/) },
      { path: 'a/2.png', size: 7, version: expect.any(String) },
    ])
  })
})

describe('errors of a folder', () => {
  it.each([
    ['read', 'a/missing.png', 'there is no such file'],
    ['read', 'file/below.png', 'there is a folder where a file is expected'],
    ['write', 'file/below.png', 'there is a folder where a file is expected'],
    ['list', 'missing', 'there is no such folder'],
  ] as const)('%s %s', async (action, path, why) => {
    const folder = await storage()
    await folder.write('file', text('x'), signal)
    await folder.write('a/b', text('x'), signal)
    const failed = {
      read: () => folder.read(path, signal),
      write: () => folder.write(path, text('y'), signal),
      list: () => filesOf(folder, path),
    }[action]()
    await expect(failed).rejects.toMatchObject({
      code: 'STORAGE',
      status: 400,
      message: expect.stringContaining(`The folder could not ${action} ${path}: ${why}`),
    })
  })

  it('full: throws, and leaves nothing behind', async () => {
    const folder = await storage()
    const { origin } = location
    const { usage = 0 } = await navigator.storage.estimate()
    await cdp().send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 200_000 })
    try {
      const big = new Blob([new Uint8Array(2_000_000)])
      await expect(folder.write('big.png', big, signal)).rejects.toMatchObject({
        code: 'STORAGE',
        message: 'The folder could not write big.png: it is full',
      })
    } finally {
      await cdp().send('Storage.overrideQuotaForOrigin', { origin })
    }
    expect(await pathsOf(folder)).toEqual([])
    expect(await folder.write('big.png', text('small'), signal)).toEqual({ path: 'big.png' })
  })

  it('without the permission of the user', async () => {
    const folder = directoryStorage(withoutPermission(await emptyFolder()))
    expect(await folder.missing?.()).toBe('permission')
    await expect(folder.write('a.png', text('x'), signal)).rejects.toMatchObject({
      code: 'STORAGE',
      message: expect.stringContaining(
        'it is read-only here, or the permission to write is missing',
      ),
    })
    await expect(folder.read('a.png', signal)).rejects.toMatchObject({
      code: 'STORAGE',
      message: expect.stringContaining('the permission to read is missing'),
    })
  })

  it('aborted: nothing is written', async () => {
    const folder = await storage()
    const controller = new AbortController()
    const write = folder.write('a.png', new Blob([new Uint8Array(5e6)]), controller.signal)
    controller.abort()
    await expect(write).rejects.toMatchObject({ name: 'AbortError', code: 'ABORTED' })
    expect(await pathsOf(folder)).toEqual([])
  })
})

/** Simulates a folder of the device after a restart of the browser. Only a click could restore the permission. */
function withoutPermission(handle: FileSystemDirectoryHandle): FileSystemDirectoryHandle {
  const refuse = async () => {
    throw new DOMException('The request is not allowed', 'NotAllowedError')
  }
  return Object.assign(Object.create(handle), {
    queryPermission: async () => 'prompt',
    getFileHandle: refuse,
    getDirectoryHandle: refuse,
  })
}
