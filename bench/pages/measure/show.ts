import { make } from '../../../demo/dom.ts'
import { targetName } from '../../../demo/labels.ts'
import { texts } from '../../../demo/language/language.ts'
import { hundredths, threeDigits } from '../../../demo/language/numbers.ts'
import { networks } from './networks.ts'
import { type Measured, perMegapixel, type Report, type Times } from './report.ts'

/** What a network's time is told in: those with an input size of their own take the same for every image. */
const isFixed = (name: string) => networks.some((each) => each.name === name && each.fixed)
const figure = (name: string, ms: number, side: number) =>
  isFixed(name) ? ms : perMegapixel(ms, side)
const perImage = (name: string) => (isFixed(name) ? '' : '/MP')

const duration = (ms: number) =>
  ms >= 1000 ? `${threeDigits(ms / 1000)} s` : `${threeDigits(ms)} ms`
const ratio = (a: number, b: number | undefined) => (b ? hundredths(a / b) : '')

/** The rows and the head of a table of all figures. */
export function tableOf({ measured, side }: Report): Node[] {
  const head = texts.measure.columns.map((text) => make('th', { scope: 'col' }, text))
  const rows = measured.flatMap((one) => [
    ...one.networks.map((times) => rowOf(one, times, side)),
    ...(one.failed ?? []).map((network) => row(network, [targetName(one), texts.measure.failed])),
  ])
  return [make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...rows)]
}

function rowOf(target: Measured, { network, step, bare, job }: Times, side: number) {
  const cells = [
    targetName(target),
    duration(figure(network, step, side)) + perImage(network),
    ratio(step, bare),
    duration(job),
  ]
  return row(network, cells)
}

function row(network: string, cells: string[]) {
  const name = make('th', { scope: 'row' }, network)
  return make('tr', {}, name, ...cells.map((text) => make('td', {}, text)))
}

/** What Darkroom chooses by itself, in words. */
export const choiceIn = ({ why, verdicts = [], ...target }: NonNullable<Report['auto']>) => {
  const found = verdicts.map(({ model, verdict }) => `${model}: ${texts.measure.verdicts[verdict]}`)
  return [texts.measure.chosen(targetName(target), why), ...found].join(' · ')
}

/** One group of bars a network, as long as its step takes; the longest of each group is full. */
export function barsOf({ measured, side }: Report): Node[] {
  const names = [...new Set(measured.flatMap(({ networks }) => networks.map((n) => n.network)))]
  return names.map((name) => {
    const found = measured.flatMap((target) =>
      target.networks
        .filter(({ network }) => network === name)
        .map(({ step }) => ({ target, step })),
    )
    const longest = Math.max(...found.map(({ step }) => step))
    const bars = found.map(({ target, step }) => {
      const bar = make('span', { className: 'bar' })
      bar.style.width = `${(100 * step) / longest}%`
      bar.dataset.provider = target.provider
      const text = `${targetName(target)}: ${duration(figure(name, step, side))}${perImage(name)}`
      return make('div', { className: 'row' }, make('span', { className: 'value' }, text), bar)
    })
    return make('li', {}, make('strong', {}, name), ...bars)
  })
}
