import { expect, it } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import { gradient } from './pictures.ts'
import { darkroomWith } from './run.ts'

const picture = await png(gradient(40, 30))
const folder = await navigator.storage.getDirectory()

/** A file on disk, as a page gets it. `noise`: bytes behind the picture, so that no worker keeps it. */
async function fileOnDisk(noise = 0) {
  const handle = await folder.getFileHandle(`${crypto.randomUUID()}.png`, { create: true })
  const write = async (...parts: BlobPart[]) => {
    const writable = await handle.createWritable()
    await writable.write(new Blob(parts))
    await writable.close()
  }
  await write(picture, new Uint8Array(noise))
  const file = await handle.getFile()
  return { file, change: () => write('another'), remove: () => folder.removeEntry(handle.name) }
}

const darkroom = darkroomWith({ provider: 'wasm' })

it.each(['change', 'remove'] as const)('a file that the user did this to: %s', async (how) => {
  const disk = await fileOnDisk()
  await disk[how]()
  const unreachable = (path: string) => ({ code: 'SOURCE_UNREACHABLE', path })
  await expect(darkroom.run({ url: disk.file })).rejects.toMatchObject(unreachable('url'))
  await expect(darkroom.run({ url: picture, caption: { url: disk.file } })).rejects.toMatchObject(
    unreachable('caption.url'),
  )
  await expect(
    darkroom.run({ url: picture, background: { color: '#FFFFFF', replace: disk.file } }),
  ).rejects.toMatchObject(unreachable('background.replace'))
})

it('a file that goes after its header was read', async () => {
  const disk = await fileOnDisk(20e6)
  const onProgress = () => void disk.remove().catch(() => undefined)
  const [blocker, failed] = await Promise.allSettled([
    darkroom.run({ url: picture, width: '400%' }, { onProgress }),
    darkroom.run({ url: disk.file, width: '200%' }, { priority: 'background' }),
  ])
  expect(blocker.status).toBe('fulfilled')
  expect(failed).toMatchObject({ reason: { code: 'SOURCE_UNREACHABLE', path: 'url' } })
})
