import { describe, expect, it } from 'vitest'
import { draw, fromPng, png } from '../../scripts/lib/pictures.ts'
import { createDarkroom, type JobProgress, type ProcessingRequest } from '../../src/index.ts'
import { directoryStorage, runBatch } from '../../src/storages.ts'
import { gradient, maxDifference } from './pictures.ts'
import { darkroomWith, run } from './run.ts'
import { emptyFolder, filesOf, signal } from './storages.ts'

const photo = await png(gradient(300, 200))
const logo = draw(20, 10, () => [255, 0, 0])
const sizes = [160, 40, 240]

async function sized(request: ProcessingRequest) {
  const record = await darkroomWith().run({ url: photo, sizes, output_format: 'png', ...request })
  const { results = [] } = record
  const images = results.map(async ({ blob }) => fromPng(blob))
  return { record, results, images: await Promise.all(images) }
}
const operations = ({ details }: { details: { steps: { operation: string }[] } }) =>
  details.steps.map(({ operation }) => operation)

describe('sizes', () => {
  it.each([
    ['alone', {}],
    ['with padding, a caption and a color', { padding: 9, caption: { url: logo, padding: 3 }, background: { color: '#00FF00' } }], // biome-ignore format: a row
    ['of a part, turned', { crop: { x: 0, y: 0, width: 260, height: 190 }, rotate: 180, enhancements: ['light'] }], // biome-ignore format: a row
    ['of a cut-out on another picture', { background: { mask: gradient(30, 20), refine: false, replace: gradient(50, 50) } }], // biome-ignore format: a row
  ] as [string, ProcessingRequest][])(
    '%s are what requests for each width give',
    async (_, fields) => {
      // biome-ignore format: a line
      const { record, results, images } = await sized(fields)
      expect(results.map(({ width }) => width)).toEqual([40, 160, 240])
      expect(operations(record).filter((name) => /decode|light|cut_out/.test(name))).toEqual(
        [...new Set(operations(record))].filter((name) => /decode|light|cut_out/.test(name)),
      )
      for (const [i, { width, height }] of results.entries()) {
        const alone = await run({ url: photo, output_format: 'png', ...fields, width })
        const image = await fromPng(alone.blob)
        expect([image.width, image.height]).toEqual([width, height])
        expect(maxDifference(images[i] as ImageData, image)).toBe(0)
      }
    },
  )

  it('has the record of the largest, URLs, names and a srcset', async () => {
    const url = new File([photo], 'sea side.png')
    const { record, results } = await sized({ url })
    expect(results.map(({ file_name }) => file_name)).toEqual(['sea-side-40.png', 'sea-side-160.png', 'sea-side.png']) // biome-ignore format: a line
    expect(results.at(-1)).toMatchObject({ url: record.result_url, width: 240, height: 160 })
    expect(results.at(-1)?.blob).toEqual(record.blob)
    expect(record.details).toMatchObject({ width: 240, height: 160, bytes: record.blob.size })
    expect(record.srcset).toBe(results.map(({ url, width }) => `${url} ${width}w`).join(', '))
    const image = Object.assign(new Image(), { sizes: '30px', srcset: record.srcset })
    await image.decode()
    expect(image.currentSrc).toBe(results[0]?.url)
    const { blob, name } = await darkroomWith().file(record, 'sea-side-160.png')
    expect([name, blob.size]).toEqual(['sea-side-160.png', results[1]?.blob?.size])
    await darkroomWith().deleteResult(record)
    for (const { url } of results) await expect(fetch(url)).rejects.toThrow()
  })

  it('enlarges once, and scales the others down', async () => {
    const seen: JobProgress[] = []
    const { blob, ...record } = await darkroomWith().run(
      { url: gradient(60, 40), sizes: [30, 90, 120], upscale_parameters: { mode: 'faithful' }, output_format: 'png' }, // biome-ignore format: a line
      { onProgress: (progress) => seen.push(progress) },
    )
    expect(operations(record)).toEqual(['decode', 'upscale', 'encode', 'resize', 'encode', 'resize', 'encode']) // biome-ignore format: a line
    const steps = seen.map(({ steps }) => steps)
    expect(steps.every((count, i) => count >= 7 && count <= (steps[i - 1] ?? count))).toBe(true)
    expect(seen.every(({ overall_ratio }, i) => overall_ratio >= (seen[i - 1]?.overall_ratio ?? 0))).toBe(true) // biome-ignore format: a line
    expect(seen.at(-1)).toMatchObject({ step: 7, overall_ratio: 1 })
    const { results = [] } = record
    expect(results.map(({ width, height }) => [width, height])).toEqual([[30, 20], [90, 60], [120, 80]]) // biome-ignore format: a line
    const [small] = results
    const alone = await run({ url: blob, width: 30, output_format: 'png' })
    expect(maxDifference(await fromPng(small?.blob as Blob), await fromPng(alone.blob))).toBe(0)
  })

  it('leaves out what is wider than the image, and says so', async () => {
    const { record, results } = await sized({ sizes: [100, 301] })
    expect(results.map(({ width }) => width)).toEqual([100])
    expect(record.warnings).toMatchObject([{ code: 'LIMITED', path: 'sizes.1' }])
    const none = await sized({ sizes: [400, 500] })
    expect(none.results.map(({ width }) => width)).toEqual([300])
    expect(none.record.warnings).toHaveLength(2)
  })

  it('keeps each below max_file_size', async () => {
    const url = draw(300, 200, (x, y) => [(x * y * 7919) % 256, (x * 31 + y * 17) % 256, (x ^ y) % 256]) // biome-ignore format: a line
    const { results = [] } = await darkroomWith().run({ url, sizes: [150, 300], output_format: 'jpeg', max_file_size: 9000 }) // biome-ignore format: a line
    for (const { blob } of results) expect(blob?.size).toBeLessThanOrEqual(9000)
    expect(results[0]?.blob?.size).toBeGreaterThan(7000)
  })

  it('crops to an item once, and checks what is shown once', async () => {
    const scene = draw(300, 200, (x, y) => (Math.hypot(x - 90, y - 80) < 40 ? [200, 30, 30] : [235, 235, 235])) // biome-ignore format: a line
    const { record, results, images } = await sized({ url: scene, fit: { crop: 'item' }, safe: true, nsfw_parameters: { threshold: 1 }, sizes: [80, 40] }) // biome-ignore format: a line
    for (const name of ['subject', 'nsfw']) expect(operations(record).filter((each) => each === name)).toHaveLength(1) // biome-ignore format: a line
    expect(results.map(({ width }) => width)).toEqual([40, 80])
    const [small, large] = images
    expect(Math.abs(2 * Number(small?.height) - Number(large?.height))).toBeLessThan(2)
    const blocked = await sized({ safe: true, nsfw_parameters: { threshold: 0 }, caption: { url: logo } }) // biome-ignore format: a line
    expect(blocked.results.map(({ width, height }) => [width, height])).toEqual([[40, 27], [160, 107], [240, 160]]) // biome-ignore format: a line
    for (const { data } of blocked.images) expect(data.every((value) => value === 128 || value === 255)).toBe(true) // biome-ignore format: a line
  })

  it('draws an SVG at the largest', async () => {
    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="20" height="20" fill="#f00"/><rect x="20" width="20" height="20" fill="#00f"/></svg>']) // biome-ignore format: a line
    const { record, images } = await sized({ url: svg, sizes: [100, 200] })
    expect(record.warnings).toEqual([])
    expect(operations(record)).toEqual(['decode', 'encode', 'resize', 'encode'])
    expect(images.map(({ width, height }) => [width, height])).toEqual([[100, 50], [200, 100]]) // biome-ignore format: a line
    const { data } = images[1] as ImageData
    expect([...data.subarray(99 * 4, 101 * 4)]).toEqual([255, 0, 0, 255, 0, 0, 255, 255])
  })

  it('is refused where there is one result only', async () => {
    const refused = { code: 'BAD_REQUEST', path: 'sizes' }
    const darkroom = darkroomWith()
    const several: object = { sizes: [9] }
    await expect(darkroom.toFile(photo, several)).rejects.toMatchObject(refused)
    await expect(darkroom.toBitmap(photo, several)).rejects.toMatchObject(refused)
    await expect(darkroom.run({ url: photo, sizes: [9], width: 3 })).rejects.toMatchObject(refused)
    const source = directoryStorage(await emptyFolder())
    const target = directoryStorage(await emptyFolder())
    const batch = runBatch(darkroom, { source, target, request: several })
    await expect(batch).rejects.toMatchObject({ code: 'BAD_REQUEST', path: 'request.sizes' })
  })
})

describe('a job with sizes', () => {
  it('writes each to its target', async () => {
    const folder = directoryStorage(await emptyFolder())
    const darkroom = createDarkroom({ provider: 'wasm', persist: false, storages: { folder } })
    const url = new File([photo], 'sea.png')
    const { results = [], details } = await darkroom.run({ url, sizes: [40, 80], target: 'storage://folder/out' }) // biome-ignore format: a line
    const files = await filesOf(folder, 'out')
    expect(files.map(({ path }) => path).sort()).toEqual(['out/sea-40.png', 'out/sea.png'])
    expect(details.target?.path).toBe('storage://folder/out/sea.png')
    const written = await folder.read('out/sea-40.png', signal)
    expect(await written.arrayBuffer()).toEqual(await results[0]?.blob.arrayBuffer())
    darkroom.dispose()
  })

  it('is there for another page, and over HTTP, until it is deleted', async () => {
    const options = { provider: 'wasm', persist: true } as const
    const first = createDarkroom(options)
    const { job } = await first.process({ url: photo, sizes: [40, 80], output_format: 'png' })
    await first.wait(job)
    first.dispose()
    const second = createDarkroom(options)
    const record = await second.wait(job)
    expect(record.results?.map(({ width, blob }) => [width, blob?.type])).toEqual([[40, 'image/png'], [80, 'image/png']]) // biome-ignore format: a line
    const headers = { 'x-api-key': 'any' }
    const response = await second.fetch(`/rest_api/result/${job}`, { headers })
    const { results, srcset, result_url } = await response.json()
    expect(srcset).toBe(`${results[0].url} 40w, ${result_url} 80w`)
    const widths = results.map(async ({ url }: { url: string }) => {
      expect(url).toMatch(/^https?:.*\/rest_api\/files\//)
      return (await fromPng(await (await second.fetch(url)).blob())).width
    })
    expect(await Promise.all(widths)).toEqual([40, 80])
    await second.deleteResult(job)
    for (const { url } of results) expect((await second.fetch(url)).status).toBe(404)
    second.dispose()
  })
})
