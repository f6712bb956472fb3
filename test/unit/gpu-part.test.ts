import { expect, it } from 'vitest'
import { assertNothingRefused, watchRefusals } from '../../workers/inference/gpu/refused.ts'
import { isWrongAnswer, wrongAnswer } from '../../workers/inference/wrong-answer.ts'

/** The GPU's part of a worker is a script of its own, with copies of the worker's modules. */
const copies = {
  wrong: '../../workers/inference/wrong-answer.ts?copy',
  refused: '../../workers/inference/gpu/refused.ts?copy',
}

it('a wrong answer is recognised by another copy of the module', async () => {
  const other: typeof import('../../workers/inference/wrong-answer.ts') = await import(copies.wrong)
  expect(other.isWrongAnswer).not.toBe(isWrongAnswer)
  expect(other.isWrongAnswer(wrongAnswer('it differs'))).toBe(true)
  expect(isWrongAnswer(other.wrongAnswer('it differs'))).toBe(true)
  expect(isWrongAnswer(new Error('it differs'))).toBe(false)
})

it('what a GPU refused is found by another copy of the module, once', async () => {
  const other: typeof import('../../workers/inference/gpu/refused.ts') = await import(
    copies.refused
  )
  const gpu = new EventTarget() as GPUDevice
  watchRefusals(gpu)
  gpu.dispatchEvent(Object.assign(new Event('uncapturederror'), { error: { message: 'no' } }))
  expect(() => other.assertNothingRefused(gpu)).toThrow('no')
  expect(() => assertNothingRefused(gpu)).not.toThrow()
})
