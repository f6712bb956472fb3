import { type Priority, rankOf } from '../shared/priority.ts'
import { compareKeys } from '../shared/waiting-list.ts'

/** A task's place among others. */
export interface Place {
  priority: Priority
  /** Whether it may end its page. */
  needsCare: boolean
  /** When its job arrived. */
  order: number
  /** Its index among the images of its job. */
  index: number
}

/** What a task asks of the pool. */
export interface TaskDemand extends Place {
  /** Whether it runs no network, or small ones only: it does not wait behind others. */
  light: boolean
  /** The most memory that it holds at once. */
  bytes: number
  /** Whether it and a more urgent one may share a worker, where it pauses between tiles. */
  pausable: boolean
}

/** A worker as it is seen by `choose`. */
interface Member {
  readonly lane: Lane
  readonly terminating: boolean
  readonly demands: readonly TaskDemand[]
}

/** `main`: the workers that `workers` counts. `light`: one more, for light tasks while those are busy. */
export type Lane = 'main' | 'light'

interface Limits {
  /** Workers of the main lane. */
  size: number
  /** Memory that tasks may hold together, in bytes. Those of the main lane alone are limited by `size`. */
  bytes: number
}

/** Which is kept where threads may be slower than none, as in WebKit at times. */
export const isOneThreadFaster = (ms: { one: number; all: number }): boolean => ms.one < ms.all

/** By priority, then by arrival; of one priority what may end the page comes last. */
export const compare = (a: Place, b: Place): number => compareKeys(keysOf(a), keysOf(b))

const keysOf = ({ priority, needsCare, order, index }: Place) => [
  rankOf(priority),
  Number(needsCare),
  order,
  index,
]

/** The worker for a task, or the lane that gets a new one; undefined if the task has to wait. */
export function choose<M extends Member>(
  members: readonly M[],
  demand: TaskDemand,
  { size, bytes }: Limits,
): M | Lane | undefined {
  const inLane = (lane: Lane) => members.filter((member) => member.lane === lane)
  const idle = (lane: Lane) => inLane(lane).find((member) => isIdle(member))
  const fits = (beside: readonly M[]) =>
    demand.bytes === 0 || sum(beside) === 0 || sum(beside) + demand.bytes <= bytes
  const idleOrNew = (lane: Lane, most: number) =>
    idle(lane) ?? (inLane(lane).length < most ? lane : undefined)
  // One worker for all that is light keeps its order.
  const besideHeavy = demand.light && inLane('main').every(({ demands }) => demands.some(isHeavy))
  if (isPreceded(inLane('light'), demand)) return undefined
  return (
    (fits(inLane('light')) ? idleOrNew('main', size) : undefined) ??
    (besideHeavy && fits(members) ? idleOrNew('light', 1) : undefined) ??
    (fits(members) ? overtaken(members, demand) : undefined)
  )
}

/** Whether the header of an earlier image is being read: its run goes first. */
const isPreceded = (members: readonly Member[], demand: TaskDemand): boolean =>
  demand.pausable &&
  members
    .flatMap(({ demands }) => demands)
    .some(
      (each) => !each.pausable && each.priority === demand.priority && compare(each, demand) < 0,
    )

const isHeavy = ({ light }: TaskDemand) => !light

const isIdle = ({ terminating, demands }: Member) => !terminating && demands.length === 0

const sum = (members: readonly Member[]): number =>
  members.flatMap(({ demands }) => demands).reduce((total, { bytes }) => total + bytes, 0)

/** The worker of the least urgent tasks, if they can pause for this one; for light ones rather that of light tasks. */
function overtaken<M extends Member>(members: readonly M[], demand: TaskDemand): M | undefined {
  const mostUrgent = ({ demands }: Member) =>
    Math.min(...demands.map(({ priority }) => rankOf(priority)))
  const canPause = (member: M) =>
    !member.terminating &&
    (demand.light || member.lane === 'main') &&
    mostUrgent(member) > rankOf(demand.priority) &&
    member.demands.every(({ pausable }) => pausable)
  if (!demand.pausable) return undefined
  const byLane = (a: M, b: M) => Number(b.lane === 'light') - Number(a.lane === 'light')
  return members
    .filter(canPause)
    .sort((a, b) => mostUrgent(b) - mostUrgent(a) || byLane(a, b))
    .at(0)
}
