import { crop, decoded, fromPng, png, shared } from '../../scripts/lib/pictures.ts'
import type { Darkroom, ProcessingRequest } from '../../src/index.ts'
import { cutOuts, sharedCutOut } from '../lib/cut-outs.ts'
import { subject } from '../lib/people.ts'
import { fonts, page } from '../lib/text-page.ts'
import { degradedImage } from '../quality/restore.ts'
import type { Section } from '../quality/section.ts'
import { sections } from '../quality/sections.ts'

declare global {
  interface Window {
    darkroom: Darkroom
    quality: typeof quality
  }
}

/** Side of the `middles` and of the `pages`, in pixels. */
const SIDE = 320

const quality = {
  plan: () =>
    Object.entries(sections).map(([name, { rows, ...section }]) => ({
      name,
      ...section,
      rows: rows.map((row) => row.name),
    })),

  /** Returns the figures of one row for one image. */
  async measure(path: string, seed: number, name: string, index: number) {
    const { rows, pictures } = sections[name] as Section
    const truth = await truths[pictures](path, seed)
    return rows[index]?.measure(truth, seed, develop)
  },
}

const truths: Record<Section['pictures'], (path: string, seed: number) => Promise<ImageData>> = {
  photographs: async (path) => decoded(await fetched(path)),
  async middles(path) {
    const file = await fetched(path)
    const { width, height } = await createImageBitmap(file)
    return crop(file, (width - SIDE) >> 1, (height - SIDE) >> 1, SIDE, SIDE)
  },
  pages(_, seed) {
    const names = Object.keys(fonts) as (keyof typeof fonts)[]
    return page(names[seed % names.length] as keyof typeof fonts, SIDE, SIDE, seed)
  },
  async 'cut-outs'(_, seed) {
    const found = await sharedCutOut(cutOuts[seed] as string)
    return decoded(found?.photograph as Blob)
  },
  degraded: (_, seed) => degradedImage(seed),
  alphas: async (path) => decoded(await fetched(path)),
  street: async (path) => decoded(await fetched(path)),
  people: subject,
  'held-out street': subject,
  'held-out hair': subject,
  'held-out heads': subject,
  'held-out things': subject,
  portrait: async () => decoded((await shared('faces/ffhq-clean.png')) as Blob),
}

const fetched = async (path: string) => (await fetch(path)).blob()

async function develop(image: ImageData, request: ProcessingRequest): Promise<ImageData> {
  const given = { ...request, url: await png(image), output_format: 'png' } as const
  const { result_url, job } = await window.darkroom.run(given)
  const result = await fromPng(await fetched(result_url as string))
  await window.darkroom.deleteResult(job)
  return result
}

window.quality = quality
