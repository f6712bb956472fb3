import { build } from '../shared/build.ts'
import { DarkroomError } from '../shared/errors.ts'

const failures = new WeakSet<object>()
const displacements = new WeakSet<object>()

/** Whether a task failed because its worker died: another worker may succeed. */
export const isWorkerFailure = (error: object): boolean => failures.has(error)

/** Whether a task failed because its worker was ended for another task's sake. */
export const isDisplaced = (error: object): boolean => displacements.has(error)

export function workerFailure(error: DarkroomError): DarkroomError {
  failures.add(error)
  return error
}

export function displaced(): DarkroomError {
  const error = new DarkroomError('INTERNAL', "The worker was ended for another job's sake")
  displacements.add(error)
  return error
}

/** The error of a worker that is silent. */
export function silent(loading: boolean): DarkroomError {
  if (loading) return new DarkroomError('NETWORK', 'A script, codec or model did not arrive')
  return workerFailure(new DarkroomError('TIMEOUT', 'The worker did not answer any more'))
}

export const ended = () =>
  workerFailure(new DarkroomError('INTERNAL', 'The worker was ended from outside'))

/** Older workers do not say what build they are. */
export const otherBuild = (received: string | undefined, script: string | undefined) =>
  new DarkroomError(
    'NETWORK',
    `The page's Darkroom is ${build}, but the worker at ${script} is ${received ?? 'an older one'}. Copy its files again (npx darkroom-web assets), and empty caches that keep the old ones`,
  )
