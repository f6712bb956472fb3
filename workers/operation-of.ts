import type { DeferredStep, Step } from '../src/plan/steps.ts'
import * as table from './operation-table.ts'
import type { Operation, StepOf } from './operations/operation.ts'

/** The steps that an operation carries out: others take the place of a deferred one; `remote` never reaches a worker. */
export type OperationStep = Exclude<Step, DeferredStep | { op: 'remote' }>

/** The table; the compiler names a step that has no operation. */
const operations = table satisfies {
  [Op in OperationStep['op']]: Operation<StepOf<Op>>
}

/** The operation of a step. */
export const operationOf = (step: Step): Operation<Step> =>
  // The table's type ties each operation to its step; a lookup by `op` alone forgets that.
  operations[(step as OperationStep).op] as Operation<Step>
