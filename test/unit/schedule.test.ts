import { describe, expect, it } from 'vitest'
import { choose, compare, type Lane, type TaskDemand } from '../../src/engine/schedule.ts'

const demand = (given: Partial<TaskDemand> = {}): TaskDemand => ({
  light: false,
  priority: 'user-visible',
  needsCare: false,
  order: 1,
  index: 0,
  bytes: 100,
  pausable: true,
  ...given,
})
const member = (lane: Lane, ...demands: TaskDemand[]) => ({ lane, terminating: false, demands })
const light = demand({ light: true })
const urgent = demand({ priority: 'user-blocking' })
const batch = demand({ priority: 'background' })
const limits = { size: 1, bytes: 1000 }

describe('choose', () => {
  const busy = member('main', demand())
  const idle = member('main')
  const lightLane = member('light')

  it('a first task of any kind starts a worker of the main lane', () => {
    expect(choose([], demand(), limits)).toBe('main')
    expect(choose([], light, limits)).toBe('main')
  })

  it('a light task does not wait for others, but for light ones, so that they keep their order', () => {
    expect(choose([idle, lightLane], light, limits)).toBe(idle)
    expect(choose([busy], light, limits)).toBe('light')
    expect(choose([busy, lightLane], light, limits)).toBe(lightLane)
    expect(choose([member('main', light)], light, limits)).toBeUndefined()
    expect(choose([busy, member('main', light)], light, { ...limits, size: 2 })).toBeUndefined()
    expect(choose([busy, member('light', light)], light, limits)).toBeUndefined()
  })

  it('a run waits for those whose headers are being read, if they came before it', () => {
    const reading = (order: number) =>
      member('light', demand({ light: true, pausable: false, order }))
    const run = demand({ order: 2 })
    expect(choose([idle, reading(1)], run, limits)).toBeUndefined()
    expect(choose([idle, reading(3)], run, limits)).toBe(idle)
    expect(choose([idle, reading(1)], { ...run, priority: 'user-blocking' }, limits)).toBe(idle)
    expect(choose([idle, reading(1)], { ...run, pausable: false }, limits)).toBe(idle)
  })

  it('any other waits for the main lane', () => {
    expect(choose([busy, lightLane], demand(), limits)).toBeUndefined()
    expect(choose([busy], demand(), { ...limits, size: 2 })).toBe('main')
  })

  it('a more urgent one shares the worker of the least urgent', () => {
    const [a, b] = [member('main', demand()), member('main', batch)]
    expect(choose([a, b], urgent, { ...limits, size: 2 })).toBe(b)
    expect(choose([b], batch, limits)).toBeUndefined()
    expect(choose([member('main', batch, urgent)], demand(), limits)).toBeUndefined()
    expect(choose([member('main', demand({ pausable: false }))], urgent, limits)).toBeUndefined()
    const busyLight = member('light', light)
    expect(choose([busy, busyLight], { ...urgent, light: true }, limits)).toBe(busyLight)
    expect(choose([busy, busyLight], urgent, limits)).toBe(busy)
  })

  it('a worker that is to be replaced gets nothing', () => {
    expect(choose([{ ...idle, terminating: true }], demand(), limits)).toBeUndefined()
    expect(
      choose([{ ...member('main', batch), terminating: true }], urgent, limits),
    ).toBeUndefined()
  })

  it('what runs beside each other shares the memory', () => {
    const large = { bytes: 950 }
    expect(choose([busy], demand({ light: true, ...large }), limits)).toBeUndefined()
    expect(choose([member('main', batch)], { ...urgent, ...large }, limits)).toBeUndefined()
    expect(choose([idle, member('light', light)], demand(large), limits)).toBeUndefined()
    expect(choose([idle, lightLane], demand({ bytes: 5000 }), limits)).toBe(idle)
    // A header takes next to nothing.
    expect(
      choose([member('main', demand({ bytes: 5000 }))], demand({ light: true, bytes: 0 }), limits),
    ).toBe('light')
    // That several workers need more is the page's choice.
    expect(choose([member('main', demand(large))], demand(large), { ...limits, size: 2 })).toBe(
      'main',
    )
  })
})

it('tasks go by priority, then by arrival', () => {
  const demands = [demand({ order: 3 }), batch, urgent, demand({ order: 2 })]
  expect(demands.sort(compare).map(({ priority, order }) => [priority, order])).toEqual([
    ['user-blocking', 1],
    ['user-visible', 2],
    ['user-visible', 3],
    ['background', 1],
  ])
})

it('of one request by index; what may end the page after all others of its priority', () => {
  const items = [122, 1, 0, 244].map((index) => demand({ order: 1_800_000_000_000, index }))
  const careful = demand({ needsCare: true })
  expect([careful, batch, ...items].sort(compare).map(({ index }) => index)).toEqual([
    0, 1, 122, 244, 0, 0,
  ])
  expect([batch, careful].sort(compare)).toEqual([careful, batch])
})
