import type { ProcessingRequest } from '../../src/index.ts'
import { alphaError, bandError, overlap } from '../lib/alpha.ts'
import { composed, cutOuts, matteAlone, onePass, sharedCutOut } from '../lib/cut-outs.ts'
import type { Develop, Row, Section } from './section.ts'

/** Longer side of the composites, in pixels. The model's input is 448. */
const SIDE = 640

type Method = (image: ImageData, develop: Develop) => Promise<ImageData>

const method =
  (remove: NonNullable<ProcessingRequest['background']>['remove']): Method =>
  (image, develop) =>
    develop(image, { background: { remove } })

const methods: Record<string, Method> = {
  'U2-Net small alone, its mask of 160 px': onePass,
  item: method('item'),
  'auto, v2': method('auto'),
  human: method('human'),
}

const columns = ['alpha error, %', 'IoU, %']

const figures = (result: ImageData, truth: ImageData) => [
  100 * alphaError(result, truth),
  100 * overlap(result, truth),
]

const person = 'girl-1'

/** Whether a method applies to a cut-out: `human` only to people, `item` only to other subjects. */
function applies(name: string, cutOut: string): boolean {
  if (name === 'human') return cutOut === person
  return name !== 'item' || cutOut !== person
}

const referenced = ([name, remove]: [string, Method]): Row => ({
  name,
  async measure(truth, seed, develop) {
    const cutOut = cutOuts[seed]
    const found = cutOut && applies(name, cutOut) && (await sharedCutOut(cutOut))
    return found ? figures(await remove(truth, develop), found.reference) : []
  },
})

/** Returns the mean over all cut-outs in front of the same photograph. */
const behind =
  (among: string[]) =>
  ([name, remove]: [string, Method]): Row => ({
    name,
    async measure(photograph, _, develop) {
      const each: number[][] = []
      for (const cutOut of among.filter((one) => applies(name, one))) {
        const found = await sharedCutOut(cutOut)
        if (!found) continue
        const { image, truth } = await composed(found.reference, photograph, SIDE)
        each.push(figures(await remove(image, develop), truth))
      }
      return columns.map((_, i) => each.reduce((sum, all) => sum + (all[i] ?? 0), 0) / each.length)
    },
  })

const entries = Object.entries(methods)
const table = { columns, worstFrom: 1 }

/** Of pictures that are opaque where their subject is. */
const ofHeldOut = ([name, remove]: [string, Method]): Row => ({
  name,
  async measure(truth, _, develop) {
    const image = new ImageData(truth.data.slice(), truth.width, truth.height)
    for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255
    const result = await remove(image, develop)
    const isEmpty = result.data.every((value, i) => i % 4 < 3 || value < 128)
    const [error = 0, iou = 0] = figures(result, truth)
    return [error, 100 * bandError(result, truth), 100 * Number(isEmpty), iou]
  },
})

const heldOut = (kind: 'street' | 'hair' | 'things', about: string): Section => ({
  about: `${about} None of them was read by the training.`,
  pictures: `held-out ${kind}`,
  needs: ['matting', 'kodak'],
  columns: ['alpha error, %', 'at the border, %', 'nothing found, %', 'IoU, %'],
  worstFrom: 3,
  rows: Object.entries({
    'U2-Net small alone, its mask of 160 px': onePass,
    'matte alone, its border not refined': matteAlone,
    auto: method('auto'),
    human: method('human'),
  }).map(ofHeldOut),
})

export const cutOutSections: Record<string, Section> = {
  'cut-outs': {
    about:
      'Compared with reference cut-outs: the mean difference of alpha, and intersection over union; `human` on the one of a person, `item` on the others.',
    pictures: 'cut-outs',
    needs: ['cutout'],
    count: cutOuts.length,
    ...table,
    rows: entries.map(referenced),
  },
  composites: {
    about:
      'The reference cut-outs in front of every photograph, removed again; in brackets the photograph that they stand out from least; `item` without the person.',
    pictures: 'photographs',
    needs: ['cutout', 'kodak'],
    ...table,
    rows: entries.filter(([name]) => name !== 'human').map(behind(cutOuts)),
  },
  'composites of a person': {
    about: 'The same for `girl-1` alone.',
    pictures: 'photographs',
    needs: ['cutout', 'kodak'],
    ...table,
    rows: entries.filter(([name]) => name !== 'item').map(behind([person])),
  },
  'cut-outs of people in the street': heldOut('street', 'Masks drawn by hand.'),
  'cut-outs of hair': heldOut(
    'hair',
    'Portraits with their true alpha in front of Kodak photographs, without two whose alpha keeps parts of the backdrop that they were taken before. `at the border`: where it is partly transparent, and 4 px around.',
  ),
  'cut-outs of things': heldOut(
    'things',
    'Masks by IS-Net, some of them wrong; `human` is right to find nothing, as none of them shows people.',
  ),
}
