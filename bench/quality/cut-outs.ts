import type { ProcessingRequest } from '../../src/index.ts'
import { alphaError, overlap } from '../lib/alpha.ts'
import { composed, cutOuts, onePass, sharedCutOut } from '../lib/cut-outs.ts'
import type { Develop, Row, Section } from './section.ts'

/** Longer side of the composites, in pixels. The model's input is 448. */
const SIDE = 640

type Method = (image: ImageData, develop: Develop) => Promise<ImageData>

const method =
  (remove: NonNullable<ProcessingRequest['background']>['remove']): Method =>
  (image, develop) =>
    develop(image, { background: { remove } })

const methods: Record<string, Method> = {
  'U2-Net small alone': onePass,
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
}
